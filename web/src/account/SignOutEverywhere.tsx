import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { FormModal } from '../ui/FormModal.tsx';
import { signOut } from '../ui/signOut.ts';
import { flushDeletions } from '../ui/Undo.tsx';
import { refresh } from '../api/useCall.ts';
import { counted } from '../ui/format.ts';

interface Props {
	opened: boolean;
	close(): void;
	/** The number of API tokens. */
	tokens: number;
	/** Called with the result when this browser stays signed in. */
	done(text: string): void;
}

/** Ends every session, or all but this one, and optionally deletes the API tokens. */
export function SignOutEverywhere({ opened, close, tokens, done }: Props) {
	const [current, setCurrent] = useState(true);
	const [programs, setPrograms] = useState(false);
	async function run() {
		// A deletion that can still be undone needs the session.
		await flushDeletions();
		const { data } = await api.sessionsEnd({ current, tokens: programs });
		if (current) return signOut();
		await refresh('sessions');
		const also = data.tokens > 0 ? ` ${counted(data.tokens, 'API token')} deleted.` : '';
		return done(`${counted(data.sessions, 'other browser')} signed out.${also}`);
	}
	return (
		<FormModal
			title="Sign out everywhere"
			opened={opened}
			close={() => {
				setPrograms(false);
				setCurrent(true);
				close();
			}}
			submit={{ label: 'Sign out', run }}
			fields={[]}
		>
			{() => (
				<>
					<p className="dialog-text">Every browser is signed out at once. This cannot be undone.</p>
					<Checkbox
						label="Also this browser"
						checked={current}
						onChange={(event) => setCurrent(event.currentTarget.checked)}
						data-autofocus
					/>
					{tokens > 0 && (
						<Checkbox
							label={`Also delete ${counted(tokens, 'API token')}: programs and the command line must sign in again`}
							checked={programs}
							onChange={(event) => setPrograms(event.currentTarget.checked)}
						/>
					)}
				</>
			)}
		</FormModal>
	);
}
