import './watches.css';
import { type Brand, PAGES } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { BellRing } from 'lucide-react';
import { Link } from 'react-router-dom';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { Banner } from '../ui/Banner.tsx';
import { ReadError } from '../ui/Loading.tsx';
import { placeText, silenceOf } from './sentences.ts';

/** Watches a product for the user with one click; then says where its notices arrive, and what keeps them away. */
export function WatchButton({ brand, sku }: { brand: Brand; sku: string }) {
	const call = useCall('watches', { brand, sku });
	const watch = call.data?.data[0];
	const { busy, error, attempt } = useAttempt('regions', 'sku');
	const add = () =>
		attempt(async () => {
			try {
				await api.watchCreate({ brand, sku });
			} finally {
				// Another page may have made the watch already, or the last one that the user can have.
				await refresh('watches', 'watchPlace');
			}
		});
	if (watch) {
		return (
			<>
				<ReadError call={call} />
				<Watched silence={silenceOf(watch, call.data?.limit ?? 0)} />
			</>
		);
	}
	if (call.error) return <ReadError call={call} />;
	return (
		<div className="watch-button">
			<Button
				leftSection={<BellRing size={16} aria-hidden="true" />}
				loading={busy}
				disabled={call.data === undefined || busy}
				onClick={() => void add()}
			>
				Watch this
			</Button>
			{error !== null && (
				<p>
					<Link to={PAGES.watches}>Your watches</Link>
				</p>
			)}
			<Banner outcome={error === null ? null : { bad: true, text: error }} />
		</div>
	);
}

function Watched({ silence }: { silence: string | null }) {
	const place = useCall('watchPlace', {}).data?.data;
	return (
		<p className="watched" role="status">
			You watch this product. {silence ?? (place && placeSentence(place))} <Link to={PAGES.watches}>Your watches</Link>
		</p>
	);
}

function placeSentence(place: Parameters<typeof placeText>[0] & { state: string }): string {
	return place.state === 'unreachable' ? 'Its notices do not reach you now.' : `Notices arrive ${placeText(place)}.`;
}
