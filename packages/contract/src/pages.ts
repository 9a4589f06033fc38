/** The pages of the web app, as React Router paths. The server responds with 404 to any other path. */
export const PAGES = {
	landing: '/',
	status: '/status',
	payout: '/payout',
	releases: '/releases',
	dashboard: '/dashboard/*',
	/** Of members, too: the other pages below it need access. */
	watches: '/dashboard/watches',
	products: '/products',
	product: '/products/:brand/:sku',
	tokenPortal: '/userportal/accesstoken',
	account: '/account/*',
	requestAccess: '/requestaccess',
	/** A setup that somebody has shared; the secret of its share link is the last part. */
	sharedSetup: '/setup/:secret',
	cliSignin: '/signin/cli',
	deviceSignin: '/signin/device',
	freeFetcher: '/freefetcher/*',
	terms: '/privacy-policy-and-terms/*',
} as const;

/** The pages below `/dashboard/`. */
export const DASHBOARD_PAGES = {
	/** Everybody's first page, at `/dashboard` itself. */
	home: '',
	guilds: 'admin/*',
	client: 'client',
	clientScreen: 'client/:screen',
	settings: 'settings',
	section: 'settings/:contentId',
	event: 'settings/events/:eventId',
	webhook: 'settings/webhook/:webhookId',
} as const;

const { dashboard, ...others } = PAGES;
const PATTERNS = [
	...Object.values(others),
	...Object.values(DASHBOARD_PAGES).map((path) => dashboard.replace('*', path)),
].map(pagePattern);

/** The pages that visitors can read, with the title and description that search engines and link previews show. */
export const PUBLIC_PAGES = {
	landing: {
		path: '/',
		title: 'Dropwire: restock and release alerts for Discord servers',
		description:
			'Dropwire watches sneaker, apparel and laptop shops and posts to your Discord server the moment a product is released, restocked or repriced, with stock per size.',
		indexed: true,
	},
	status: {
		path: '/status',
		title: 'Status',
		description: 'Whether Dropwire is running, how fast its messages arrive, and which brands are watched right now.',
		indexed: true,
	},
	payout: {
		path: '/payout',
		title: 'Payout calculator',
		description:
			'What StockX, GOAT and eBay pay for a sale after their fees, and the profit against what you paid. No account needed.',
		indexed: true,
	},
	releases: {
		path: '/releases',
		title: 'Release calendar',
		description:
			'When sneakers are released in 16 regions, in your time and the shop’s: draws and drops, moved and cancelled dates, calendars to subscribe to. No account needed.',
		indexed: true,
	},
	freeFetcher: {
		path: '/freefetcher',
		title: 'Free image fetcher',
		description: 'Find the product pictures of a SKU in full size, crop them and download them. No account needed.',
		indexed: true,
	},
	terms: {
		path: '/privacy-policy-and-terms',
		title: 'Privacy policy and terms',
		description: 'What Dropwire stores about you and your Discord server, for how long, and the terms of use.',
		indexed: true,
	},
	tokenPortal: {
		path: '/userportal/accesstoken',
		title: 'User Portal',
		description: 'Hand over an access token, and download the add-to-cart browser extension.',
		indexed: false,
	},
} as const satisfies Partial<Record<keyof typeof PAGES, object>>;
export type PublicPage = keyof typeof PUBLIC_PAGES;

const PUBLIC = (Object.keys(PUBLIC_PAGES) as PublicPage[]).map((page) => [page, pagePattern(PAGES[page])] as const);

/** The public page with this path; null for other pages and unknown paths. */
export function publicPageAt(path: string): PublicPage | null {
	return PUBLIC.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

/** Whether the web app has a page with this path. As in React Router, letter case and a final slash do not matter. */
export function isPage(path: string): boolean {
	return PATTERNS.some((pattern) => pattern.test(path));
}

/** Matches a React Router path. The groups are its parameters. */
function pagePattern(path: string): RegExp {
	const source = path
		.replace(/\/$/, '')
		.replace(/:(\w+)/g, '(?<$1>[^/]+)')
		.replace(/\/\*$/, '(/.*)?');
	return new RegExp(`^${source}/?$`, 'i');
}
