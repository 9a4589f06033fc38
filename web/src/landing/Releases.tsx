import type { Site } from '@dropwire/contract';
import { Calendar } from '../releases/Calendar.tsx';
import type { Rendered } from '../releases/clock.ts';
import type { ReleasesPage } from '../releases/useReleases.ts';
import { PublicHeader } from '../ui/PublicHeader.tsx';
import { CONTENT_ID } from '../ui/SkipLink.tsx';
import { Footer } from './Footer.tsx';

interface Props {
	site: Site;
	initial: ReleasesPage | null;
	rendered: Rendered;
}

/** The public release calendar. */
export function Releases({ site, initial, rendered }: Props) {
	return (
		<div className="landing">
			<div className="top">
				<PublicHeader plans={site.plans.length > 0} />
			</div>
			<main className="releases" id={CONTENT_ID} tabIndex={-1}>
				<Calendar initial={initial} rendered={rendered} />
			</main>
			<Footer site={site} />
		</div>
	);
}
