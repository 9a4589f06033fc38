import type { Region } from '@dropwire/contract';
import { AT, AU, CA, CN, FR, GB, IN, JP, KR, MX, MY, PH, SG, TH, TW, US } from 'country-flag-icons/react/3x2';

const FLAGS = { AT, AU, CA, CN, FR, GB, IN, JP, KR, MX, MY, PH, SG, TH, TW, US } satisfies Record<Region, unknown>;

/** The flag of a region's country. A picture, because Windows has no flags among its letters. */
export function RegionFlag({ region }: { region: Region }) {
	const Flag = FLAGS[region];
	return <Flag className="region-flag" aria-hidden="true" />;
}
