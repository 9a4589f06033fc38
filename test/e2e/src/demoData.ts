import type { Browser, BrowserContext } from 'playwright-core';
import { SANDBOX_CHANNELS, SANDBOX_USERS } from '@dropwire/sandbox';

/** What each channel of Cleo's servers gets: the topic, and its regions. */
const LINKS: Readonly<Record<string, readonly [toolsName: string, regions: readonly string[]]>> = {
	'nike-us-active': ['Nike Shoes Active', ['US']],
	'nike-us-hold': ['Nike Shoes Hold', ['US']],
	'nike-jp': ['Nike Shoes Active', ['JP', 'KR']],
	drops: ['ASICS Restock', ['US']],
	discounts: ['Nike Shoes Discount', ['US']],
	'gb-and-eu': ['Nike Shoes Active', ['GB', 'FR']],
};

/** The keyword watches. */
const KEYWORDS = [
	{ source: 'ADIDAS', include: ['samba', 'gazelle'], exclude: ['kids'], maxPrice: 120 },
	{ source: 'ADIDAS', include: ['superstar'] },
];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Launches, beside those that the sandbox's shops announce: hours from now, and what there is to say. */
const RELEASES = [
	[-3, { sku: 'DD1391-100', region: 'GB', title: 'Nike Dunk Low Retro Panda', price: money(10_995, 'GBP') }],
	[2.5, { sku: 'FQ8138-103', title: 'Air Jordan 4 "Oxidized Green"', method: 'FLOW', price: money(21_500) }],
	[
		9,
		{ sku: 'HF2903-001', region: 'JP', title: "Air Max 1 '86 Big Bubble", method: 'LEO', price: money(20_900, 'JPY') },
	],
	[75, { sku: 'DM7866-202', title: 'Jordan 1 Low "Medium Olive"', method: 'DAN', price: money(15_000) }],
	[76, { sku: 'B75806', brand: 'ADIDAS', title: 'Samba OG', price: money(10_000) }],
	[150, { sku: 'IQ0627-001', region: 'FR', title: 'Nike Vomero Premium SP', price: money(19_999, 'EUR') }],
	[270, { sku: 'CK9246-101', title: 'Air Jordan 3 Retro', method: 'FLOW', price: money(20_500) }],
] as const;

/** What a member watches. */
const WATCHES = [
	{ brand: 'NIKE', sku: 'CK9246-101' },
	{
		brand: 'NIKE',
		sku: 'DD1391-100',
		regions: ['US', 'JP'],
		sizes: ['M 9', 'M 9.5'],
		maxPrice: { amount: 12_000, currency: 'USD' },
	},
	{ brand: 'HP', sku: '7Z5A1UA#ABA', kinds: ['PRICE'] },
	{ brand: 'NIKE', sku: 'ZZ0000-001', kinds: ['ANNOUNCED', 'MOVED'] },
];

function money(current: number, currency = 'USD') {
	return { current, full: current, currency };
}

/** Fills a running sandbox for its pictures: servers that get messages, people on the access list, short URLs. */
export async function fillForPictures(browser: Browser, origin: string): Promise<void> {
	const cleo = await signedIn(browser, origin, 'Cleo');
	for (const { guildId, id: channelId, name } of SANDBOX_CHANNELS) {
		const [toolsName, regions] = LINKS[name] ?? [];
		if (!toolsName || !regions) continue;
		const changes = regions.map((region) => ({ action: 'ADD', region, toolsName, channelId }));
		await post(cleo, `${origin}/api/serversetup`, { guildId, changes });
	}
	const ada = await signedIn(browser, origin, 'Ada');
	const users = { discordIds: [SANDBOX_USERS.eve.id], plan: 'Pro', roles: ['editor'], note: 'Listing pictures' };
	await post(ada, `${origin}/api/bulk/users`, users);
	const premium = { discordIds: [SANDBOX_USERS.pia.id], plan: 'Pro', roles: ['premium'], expiresAt: inDays(20) };
	await post(ada, `${origin}/api/bulk/users`, premium);
	await post(ada, `${origin}/api/useredit`, {
		discordId: SANDBOX_USERS.cleo.id,
		plan: 'Server',
		expiresAt: inDays(90),
	});
	for (const path of ['t/air-jordan-3', 't/dunk-low', 'launch'])
		await post(ada, `${origin}/url/urlshorten`, { originalUrl: `https://www.nike.com/${path}` });
	await post(ada, `${origin}/api/bulk/keywords`, { rows: KEYWORDS });
	const releases = RELEASES.map(([hours, facts]) => ({
		brand: 'NIKE',
		region: 'US',
		url: 'https://www.nike.com/launch',
		image: `${origin}/landing/CK9246-101.svg`,
		launchAt: Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR,
		...facts,
	}));
	const moved = releases.map((row) =>
		'method' in row && row.method === 'DAN' ? { ...row, launchAt: row.launchAt - DAY } : row,
	);
	for (const rows of [moved, releases]) await post(ada, `${origin}/api/bulk/releases`, { dryRun: false, rows });
	const pia = await signedIn(browser, origin, 'Pia');
	await post(cleo, `${origin}/api/productrequests/create`, { product: 'DZ5485-106' });
	await post(pia, `${origin}/api/productrequests/create`, { product: 'DZ5485-106' });
	await post(cleo, `${origin}/api/productrequests/create`, { product: 'FD2596-107' });
	const mia = await signedIn(browser, origin, 'mia');
	await post(mia, `${origin}/api/accessrequest`, { note: 'I run a server with 300 members.' });
	for (const watch of WATCHES) await post(mia, `${origin}/api/watches`, watch);
	await Promise.all([cleo, ada, pia, mia].map((context) => context.close()));
}

function inDays(days: number): number {
	return Date.now() + days * 86_400_000;
}

/** A browser context of a signed-in user. */
async function signedIn(browser: Browser, origin: string, name: string): Promise<BrowserContext> {
	const context = await browser.newContext();
	const consent = await context.request.get(`${origin}/auth?next=/api/userportal/user`);
	await context.request.get(`${consent.url()}&as=${name.toLowerCase()}`);
	return context;
}

/** What exists already from an earlier run is answered with 409, and further short URLs soon with 429. */
async function post({ request }: BrowserContext, url: string, data: object): Promise<void> {
	const answer = await request.post(url, { data, headers: { origin: new URL(url).origin } });
	if (!answer.ok() && ![409, 429].includes(answer.status()))
		throw new Error(`${url}: ${answer.status()} ${await answer.text()}`);
}
