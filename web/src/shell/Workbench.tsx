import { theme } from '../theme/mantine.ts';
import { MantineProvider } from '@mantine/core';
import { Navigate, Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { UndoProvider } from '../data/Undo.tsx';
import { ServerDashboard } from '../guilds/ServerDashboard.tsx';
import { ClientArea } from './ClientArea.tsx';
import { Console } from './Console.tsx';
import { Guard } from './Guard.tsx';
import { NotFound } from './NotFound.tsx';
import { SECTIONS } from './sections.tsx';

/** Everything behind the sign-in. */
export default function Workbench() {
	return (
		<MantineProvider theme={theme} defaultColorScheme="auto">
			<SWRConfig value={{ revalidateOnFocus: true }}>
				<Guard>
					<UndoProvider>
						<Routes>
							<Route path="admin/*" element={<ServerDashboard />} />
							<Route path="client" element={<ClientArea />} />
							<Route path="client/:screen" element={<ClientArea />} />
							<Route path="settings" element={<Navigate to={SECTIONS[0].id} replace />} />
							<Route path="settings/:contentId" element={<Console />} />
							<Route path="*" element={<NotFound />} />
						</Routes>
					</UndoProvider>
				</Guard>
			</SWRConfig>
		</MantineProvider>
	);
}
