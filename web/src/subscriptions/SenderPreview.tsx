import { useState } from 'react';
import { counted } from '../ui/format.ts';

const DEFAULT_NAME = 'Dropwire';

/** The head of a message as Discord shows it: the sender's picture and name, and the mentions. */
export function SenderPreview({ name, avatar, mentions }: { name: string; avatar: string; mentions: number }) {
	const [broken, setBroken] = useState<string | null>(null);
	const shown = name || DEFAULT_NAME;
	const failed = avatar !== '' && broken === avatar;
	return (
		<figure className="sender" aria-label="Preview of the sender">
			{avatar.startsWith('https://') && !failed ? (
				<img src={avatar} alt="" width={40} height={40} onError={() => setBroken(avatar)} />
			) : (
				<span className="initial" aria-hidden="true">
					{shown.charAt(0).toUpperCase()}
				</span>
			)}
			<div>
				<p>
					<strong>{shown}</strong> <span className="app">APP</span> <span className="dim">Today at 12:00</span>
				</p>
				{mentions > 0 && <p className="mention">{`Mentions ${counted(mentions, 'role')}`}</p>}
				{failed && <p className="bad">The picture cannot be loaded.</p>}
			</div>
		</figure>
	);
}
