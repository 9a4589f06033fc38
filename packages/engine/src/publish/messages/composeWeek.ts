import {
	BRANDS,
	type Brand,
	counted,
	discordUrl,
	escapeLabel,
	escapeMarkdown,
	formatMoney,
	KINDS,
	type Region,
	REGION_NAMES,
	tidy,
} from '@dropwire/domain';
import { cut, linkAddress, MESSAGE_LIMITS, truncateEmbed, type WebhookBody } from '../../message/body.ts';
import { discordTime } from '../../message/discordTime.ts';

/** Rows of each part of a digest. */
export const WEEK_ROWS = { releases: 15, restocks: 5, prices: 5 } as const;
const LONGEST_TITLE = 60;

interface Product {
	sku: string;
	title: string;
}

/** What a weekly digest says of a brand in a region. The lists have at most `WEEK_ROWS`. */
export interface Week {
	brand: Brand;
	region: Region;
	releases: { count: number; first: readonly (Product & { launchAt: number })[] };
	restocks: { count: number; most: readonly (Product & { count: number })[] };
	/** In the currency's minor unit. */
	prices: readonly (Product & { before: number; after: number; currency: string })[];
}

/** The message of a weekly digest. Each number is a link to where it comes from, if the web app's origin is known. */
export function composeWeek(
	{ brand, region, releases, restocks, prices }: Week,
	publicUrl: string | null,
): WebhookBody {
	const link = (text: string, path: string) => {
		const url = publicUrl === null ? undefined : linkAddress(new URL(path, publicUrl).href);
		return url === undefined ? text : `[${escapeLabel(text)}](${url})`;
	};
	const page = ({ sku }: Product) => `/products/${brand}/${encodeURIComponent(sku)}`;
	const titleOf = ({ title, sku }: Product) => escapeMarkdown(cut(tidy(title) || sku, LONGEST_TITLE));
	const calendar = `/releases?region=${region}&brand=${brand}`;
	const parts = [
		`**${link(counted(releases.count, 'release'), calendar)} this week**`,
		...releases.first.map((one) => `${discordTime(one.launchAt, 'F')} · ${titleOf(one)}`),
		...more(releases.count - releases.first.length, (text) => link(text, calendar)),
		'',
		`**${link(counted(restocks.count, 'restock'), `/products?region=${region}&brand=${brand}`)} last week**`,
		...restocks.most.map((one) => `${titleOf(one)} · ${link(counted(one.count, 'restock'), page(one))}`),
		'',
		'**Lower prices last week**',
		...prices.map((one) => {
			const [before, after] = [one.before, one.after].map((minor) => formatMoney(minor, one.currency));
			return `${titleOf(one)} · ~~${before}~~ ${link(after ?? '', page(one))}`;
		}),
		...(prices.length === 0 ? ['None'] : []),
	];
	const url = publicUrl === null ? undefined : discordUrl(new URL(calendar, publicUrl).href);
	return {
		username: 'Dropwire',
		allowed_mentions: { parse: [] },
		embeds: [
			truncateEmbed({
				title: `${BRANDS[brand].name} ${REGION_NAMES[region]}: the week`,
				...(url && { url }),
				description: fitting(parts),
				color: KINDS.ANNOUNCED.color,
				fields: [],
				footer: { text: 'Dropwire · weekly digest' },
				timestamp: new Date().toISOString(),
			}),
		],
	};
}

function more(count: number, link: (text: string) => string): string[] {
	return count > 0 ? [link(`… and ${count.toLocaleString('en')} more`)] : [];
}

/** Whole lines, as many as fit. */
function fitting(lines: readonly string[]): string {
	let kept = lines.length;
	while (lines.slice(0, kept).join('\n').length > MESSAGE_LIMITS.description) kept--;
	return lines.slice(0, kept).join('\n');
}
