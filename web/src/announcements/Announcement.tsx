import '../data/lists.css';
import './announcements.css';
import { useState } from 'react';
import { useChosen } from '../data/useChosen.ts';
import { useUndo } from '../data/Undo.tsx';
import { useCall } from '../data/useCall.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { EmbedPreview } from './EmbedPreview.tsx';
import { Endpoints, endpointKey } from './Endpoints.tsx';
import { Tally } from './Tally.tsx';

/** Stock numbers: what an operator writes goes to the saved webhooks that are chosen, and is seen before it goes. */
export default function Announcement() {
	const [text, setText] = useState({ title: '', imageURL: '', description: '' });
	const [sent, setSent] = useState<string | null>(null);
	const endpoints = useCall('stockNumberWebhooks', {}, { refreshInterval: 10_000 });
	const chosen = useChosen();
	const { isGoing } = useUndo();
	const webhooks = (endpoints.data ?? []).filter(({ label }) => chosen.has(label) && !isGoing(endpointKey(label)));
	return (
		<>
			<div className="page-head">
				<h1>Stock Numbers</h1>
			</div>
			<div className="announcement">
				<section className="card" aria-label="Announcement">
					<AnnouncementForm
						text={text}
						change={setText}
						webhooks={webhooks.map(({ value }) => value)}
						sent={(id) => {
							setSent(id);
							setText({ title: '', imageURL: '', description: '' });
						}}
					/>
					<Tally id={sent} />
				</section>
				<EmbedPreview {...text} />
			</div>
			<Endpoints question={endpoints} chosen={chosen} />
		</>
	);
}
