import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const announce = (imageURL: string) =>
	ada.api.stockNumberSend({
		title: 'T',
		imageURL,
		description: 'D',
		webhooks: ['https://discord.com/api/webhooks/400000000000000099/abc'],
	});
const bulk = async (row: object) => {
	const { data } = await ada.api.bulkSkus({ dryRun: true, rows: [{ action: 'SET', ...row }] });
	const [{ problems = {} } = {}] = data;
	if (Object.keys(problems).length > 0) throw Object.assign(new Error('refused'), { status: 400, fields: problems });
};
/** Every call that takes a link for others to follow or to fetch, by the field that has it. */
const TAKERS: Record<string, [string, (link: string) => Promise<unknown>]> = {
	'an announcement': ['imageURL', announce],
	'a hot SKU that is a link': ['sku', (sku) => ada.api.hotSkuCreate({ type: 'monitor1', sku })],
	"a hot SKU's link": [
		'productLink',
		(productLink) => ada.api.hotSkuCreate({ type: 'monitor7', sku: 'M990GL6', productLink }),
	],
	'a link in bulk': ['sku', (sku) => bulk({ type: 'HOT_JD', sku })],
	"a SKU's link in bulk": [
		'productLink',
		(productLink) => bulk({ type: 'HOT_NEWBALANCE', sku: 'M990GL6', productLink }),
	],
};
const PRIVATE = [
	'http://127.0.0.1/x',
	'http://2130706433/x',
	'http://10.1.2.3/x',
	'http://192.168.0.1/x',
	'http://169.254.169.254/latest/meta-data',
	'http://[::1]/x',
	'http://[fd00::1]/x',
	'http://[::ffff:10.0.0.1]/x',
	'http://localhost/x',
	'http://localhost./x',
	'http://printer.local/x',
	'http://vault.internal/x',
	'http://intranet/x',
	'https://user:password@www.nike.com/x',
	'https://www.nike.com@evil.example/x',
];

test.each(Object.keys(TAKERS).flatMap((taker) => PRIVATE.map((link) => [taker, link] as const)))(
	'%s does not take %s, and the field is named',
	async (taker, link) => {
		const [field, send] = TAKERS[taker]!;
		await expect(send(link)).rejects.toMatchObject({
			status: 400,
			fields: { [field]: expect.stringMatching(/must be on the public internet|must not contain a user name/) },
		});
	},
);

test.each(Object.keys(TAKERS).filter((taker) => taker !== 'an announcement'))(
	'%s takes a public link',
	async (taker) => {
		const [, send] = TAKERS[taker]!;
		const host =
			taker === 'a link in bulk' ? 'm.jdsports.com' : taker.includes("SKU's") ? 'newbalance.com' : 'www.asics.com';
		await expect(send(`https://${host}/us/p/1.html?styleId=DZ5485&colorId=612`)).resolves.toSatisfy(() => true);
	},
);

test('configured origins count as public', async () => {
	for (const { origin } of [
		new URL(testServer.settings.SHOP_URLS.NIKE_STATIC),
		new URL(testServer.settings.PUBLIC_URL),
	]) {
		await expect(announce(`${origin}/a.png`)).rejects.toMatchObject({
			fields: { 'webhooks.0': expect.stringContaining('is not in the saved list') },
		});
	}
});

const ADD = { action: 'ADD', type: 'MONITOR1' } as const;
test.each(['<SCRIPT>', '=CMD|X', '../../X', 'A\u202eB', '-A', "A'B", 'A"B', 'A\tB', 'A..B', 'BAD!', '@A', 'A\u0000B'])(
	'no call accepts %j as a SKU, and the error states the rule',
	async (sku) => {
		const rule = expect.stringContaining('letters and digits') as string;
		await expect(ada.api.skusChange({ ...ADD, sku: [sku] })).rejects.toMatchObject({ fields: { 'sku.0': rule } });
		await expect(ada.api.hotSkuCreate({ type: 'monitor5', sku: [sku] })).rejects.toMatchObject({
			fields: { 'sku.0': rule },
		});
		await expect(bulk({ type: 'MONITOR1', sku })).rejects.toMatchObject({ fields: { sku: rule } });
		await expect(
			ada.api.nikeWebhooksChange({
				region: 'USCustom',
				category: 'refurbished',
				action: 'INSERT',
				status: sku,
				data: { label: sku, value: sku },
			}),
		).rejects.toMatchObject({ fields: { 'data.value': rule } });
	},
);
