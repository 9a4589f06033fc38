import '../ui/lists.css';
import './announcements.css';
import { lazy, Suspense, useState } from 'react';
import { useUndo } from '../ui/Undo.tsx';
import { refresh, useCall } from '../api/useCall.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { EmbedPreview } from './EmbedPreview.tsx';
import { Endpoints, endpointKey } from './Endpoints.tsx';
import { Tally } from './Tally.tsx';
import { useDraft } from './useDraft.ts';

// Below the preview.
const Sent = lazy(() => import('./Sent.tsx'));

/** Stock numbers: an operator writes an announcement, previews it, and sends it to the selected webhooks. */
export default function Announcement() {
	const [text, setText, clear] = useDraft();
	const [sent, setSent] = useState<string | null>(null);
	const servers = useCall('announcementServers', {}, { refreshInterval: 10_000 }).data?.data;
	const endpoints = useCall('stockNumberWebhooks', {}, { refreshInterval: 10_000 });
	const { isPendingDelete } = useUndo();
	const webhooks = (endpoints.data ?? []).filter(({ label }) => !isPendingDelete(endpointKey(label)));
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
						webhooks={webhooks}
						servers={servers}
						sent={(id) => {
							setSent(id);
							void refresh('announcementsSent');
							clear();
						}}
					/>
					<Tally id={sent} />
				</section>
				<div className="beside">
					<EmbedPreview {...text} />
					<Suspense fallback={null}>
						<Sent />
					</Suspense>
				</div>
			</div>
			<Endpoints call={endpoints} />
		</>
	);
}
