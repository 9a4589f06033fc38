import { useParams } from 'react-router-dom';
import { NothingHere } from '../ui/NotFound.tsx';
import { Title } from '../ui/Title.tsx';
import { useFeatures } from './feature.ts';
import { Framed } from './Framed.tsx';

/** The features' screens for anyone with access. @param isUnknown whether the dashboard has no page at this address */
export function ClientArea({ isUnknown = false }: { isUnknown?: boolean }) {
	const { screen } = useParams();
	const screens = useFeatures().flatMap(({ clientScreens = [] }) => clientScreens);
	const shown = screen === undefined ? screens[0] : screens.find(({ path }) => path === screen);
	const found = isUnknown ? undefined : shown;
	return (
		<Framed>
			{found ? (
				<>
					<Title of={found.title} />
					<found.screen />
				</>
			) : (
				<NothingHere home="/dashboard" />
			)}
		</Framed>
	);
}
