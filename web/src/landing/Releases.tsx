import type { Site } from '@dropwire/contract';
import { Calendar } from '../releases/Calendar.tsx';
import type { ReleasesPage } from '../releases/useReleases.ts';
import { PublicHeader } from '../ui/PublicHeader.tsx';
import { CONTENT_ID } from '../ui/SkipLink.tsx';
import { Footer } from './Footer.tsx';

/** The public release calendar. @param now when the server rendered it, epoch ms */
export function Releases({ site, initial, now }: { site: Site; initial: ReleasesPage | null; now: number }) {
	return (
		<div className="landing">
			<div className="top">
				<PublicHeader plans={site.plans.length > 0} />
			</div>
			<main className="releases" id={CONTENT_ID} tabIndex={-1}>
				<Calendar initial={initial} now={now} />
			</main>
			<Footer site={site} />
		</div>
	);
}
