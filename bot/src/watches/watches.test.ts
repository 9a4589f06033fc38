import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, CHANNEL, embedOf, openBotTestServer } from '../testing.ts';

const SKU = 'CK9246-101';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterAll(() => testServer.close());

const control = () => testServer.sandbox.control;

interface Row {
	components: { label: string; custom_id?: string }[];
}

/** Reports, as an external monitor does, that the product is sold out, and then that it is back. */
async function restock(): Promise<void> {
	const ada = await testServer.signIn('ada');
	const { data } = await ada.api.tokenCreate({ name: 'monitor', scopes: ['write'] });
	for (const available of [false, true]) {
		const snapshot = { title: 'Zoom Vomero 5', category: 'SHOES', status: 'ACTIVE', available };
		const events = [{ source: 'NIKE', sku: SKU, region: 'US', snapshot }];
		const answer = await fetch(`${testServer.server.origin}/api/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events }),
		});
		expect(answer.status).toBe(202);
	}
}

test('the buttons of a notice mute and snooze its watch, for its person only', async () => {
	const mia = await testServer.signIn('mia');
	const { data: made } = await mia.api.watchCreate({ brand: 'NIKE', sku: SKU });
	const state = async () => (await mia.api.watches()).data[0];
	await expect.poll(async () => (await control().messages()).length).toBe(1);
	await restock();
	await expect.poll(async () => (await control().messages()).length).toBe(2);
	const messageId = (await control().messages())[1]!.id;

	const muted = await control().press({ messageId, customId: `watch|mute|${made.id}`, as: 'mia' });
	expect(await state()).toMatchObject({ muted: true });
	const [row] = muted.message!.components as Row[];
	expect(row?.components[0]).toMatchObject({ label: 'Unmute', custom_id: `watch|unmute|${made.id}` });
	const snoozed = await control().press({ messageId, customId: `watch|snooze|${made.id}`, as: 'mia' });
	expect(await state()).toMatchObject({ snoozedUntil: expect.any(Number) });
	expect(JSON.stringify(snoozed.followUps)).toContain('No notices of this product until <t:');

	await mia.api.watchDelete({ id: made.id });
	const gone = await control().press({ messageId, customId: `watch|mute|${made.id}`, as: 'mia' });
	expect(JSON.stringify(gone.followUps)).toContain('This watch does not exist any more, or it is not yours.');
});

test('the menu of a message of the bot watches its product, and says where there is none', async () => {
	const choose = async (messageId: string, locale?: string) => {
		const name = 'Watch this product';
		const answer = await control().command({ as: 'dan', name, messageId, ...(locale !== undefined && { locale }) });
		expect(answer.message?.ephemeral).toBe(true);
		return embedOf(answer).description;
	};
	const mia = await testServer.signIn('mia');
	await mia.api.watchCreate({ brand: 'NIKE', sku: SKU });
	const count = (await control().messages()).length;
	await restock();
	await expect.poll(async () => (await control().messages()).length).toBe(count + 1);
	const [confirmation, ...others] = await control().messages();
	const notice = others.at(-1)!;
	expect(await choose(notice.id)).toContain(`You get a notice when **Zoom Vomero 5** (Nike, \`${SKU}\`) changes.`);
	expect(await choose(notice.id, 'de')).toContain(`Du beobachtest NIKE ${SKU} bereits.`);
	expect(await choose(confirmation!.id)).toMatch(/^This message is not about one product of Dropwire\./);
	// A person's webhook can send the same embed, which says nothing about the product.
	const [webhook] = await control().createWebhooks({ count: 1, channelId: CHANNEL });
	const response = await fetch(`${webhook!.url}?wait=true`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ embeds: (notice.body as { embeds: unknown[] }).embeds }),
	});
	const { id } = (await response.json()) as { id: string };
	expect(await choose(id)).toMatch(/^This message is not about one product of Dropwire\./);
});

test('the button Watch of a message in a channel watches its product for everybody', async () => {
	await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Active' });
	await restock();
	const inChannel = async () => (await control().messages()).filter(({ channelId }) => channelId === CHANNEL).at(-1);
	await expect.poll(async () => JSON.stringify((await inChannel())?.body)).toContain('"label":"Watch"');
	const { id: messageId } = (await inChannel())!;
	const press = async () => {
		const answer = await control().press({ messageId, customId: `watch|add|NIKE|${SKU}`, as: 'cleo', locale: 'de' });
		expect(answer.message?.ephemeral).toBe(true);
		return embedOf(answer).description;
	};
	expect(await press()).toContain(`wenn sich **Zoom Vomero 5** (Nike, \`${SKU}\`) ändert`);
	expect(await press()).toContain(`Du beobachtest NIKE ${SKU} bereits.`);
});
