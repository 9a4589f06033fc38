import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, buttonsOf, CHANNEL, embedOf, GUILD, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterAll(() => testServer.close());

const german = { locale: 'de' };

test('Discord gets the names and descriptions of all commands in every language, and once', async () => {
	const { commands, registrations } = await testServer.sandbox.control.commands();
	const link = commands.find(({ name }) => name === 'link');
	expect(link).toMatchObject({
		name_localizations: { de: 'verknüpfen', 'es-419': 'vincular', 'pt-BR': 'vincular', 'zh-CN': '订阅' },
		description_localizations: { fr: 'Envoie un sujet dans un salon, un fil ou un forum' },
	});
	expect(link?.options?.find(({ name }) => name === 'role')).toMatchObject({ name_localizations: { ja: 'ロール' } });
	expect(registrations).toBe(1);
});

test('replies, buttons, menus and forms are in the language of the user, and in English for others', async () => {
	const linked = embedOf(await testServer.runCommand('link', { region: 'AT', topic: 'Nike Shoes Hold' }, german));
	expect(linked).toMatchObject({ title: 'Verknüpft' });
	expect(linked.description).toContain(`<#${CHANNEL}> bekommt jetzt **Nike Shoes Hold** (AT).`);
	expect(linked.description).toContain('`/verknüpfungen` zeigt alle Verknüpfungen dieses Servers');
	const links = await testServer.runCommand('links', {}, german);
	expect(embedOf(links).description).toContain('An, noch keine Nachricht');
	expect(buttonsOf(links).map(({ label }) => label)).toEqual([
		'1. Testen',
		'1. Pausieren',
		'1. Bearbeiten',
		'1. Trennen',
	]);
	// The language stays that of the user's client.
	const paused = await testServer.press(links, '1. Pausieren');
	expect(embedOf(paused).description).toContain('**Pausiert**');
	const panel = await testServer.press(links, '1. Bearbeiten');
	expect(embedOf(panel).description).toContain('• Pausiert: Es wird nichts gesendet');
	const form = await testServer.press(panel, 'Filter');
	expect(form.modal).toMatchObject({ title: 'Filter' });
	expect(embedOf(await testServer.runCommand('links', {}, { locale: 'pl' })).title).toBe('Links');
	expect(embedOf(await testServer.runCommand('links', {}, { locale: 'pt-BR' })).title).toBe('Vínculos');
	expect(embedOf(await testServer.runCommand('status', {}, { locale: 'ja' })).description).toContain(
		'**このサーバー**\nリンク 1 件 · 一時停止 1 件',
	);
	const help = await testServer.runCommand('help', {}, { locale: 'zh-CN' });
	const { commands } = await testServer.sandbox.control.commands();
	const { id } = commands.find(({ name }) => name === 'link')!;
	expect(help.message?.embeds[0]).toMatchObject({
		description: expect.stringContaining(`</订阅:${id}> 地区 主题`) as string,
	});
});

test('errors of the bot and of the server are in the language of the user', async () => {
	const again = await testServer.runCommand('link', { region: 'Österreich', topic: 'Nike Shoes Hold' }, german);
	expect(embedOf(again)).toMatchObject({
		title: 'Nicht ausgeführt',
		description: 'Dieser Kanal bekommt Nike Shoes Hold (AT) schon.',
		footer: { text: expect.stringContaining('Anfrage ') },
	});
	const wrong = await testServer.runCommand('link', { region: 'Mars', topic: 'x' }, { locale: 'es-419' });
	expect(embedOf(wrong).description).toContain('La región «Mars» no existe.');
	const refused = embedOf(await testServer.runCommand('resale', { sku: 'CK9246-101' }, { locale: 'fr' }));
	expect(refused.description).toBe('Réservé aux clients premium. Demandez le rôle premium à un opérateur.');
	testServer.setConnection('down');
	expect(embedOf(await testServer.runCommand('links', {}, german)).title).toBe('Dropwire antwortet nicht');
	testServer.setConnection('open');
});

test('regions are suggested and found by their names in the language of the user', async () => {
	const where = { as: 'cleo', guildId: GUILD, channelId: CHANNEL, name: 'link', focused: 'region' } as const;
	const { choices } = await testServer.sandbox.control.suggestions({
		...where,
		locale: 'de',
		options: { region: 'öster' },
	});
	expect(choices).toEqual([{ name: 'Österreich (AT)', value: 'AT' }]);
});

test('/status names the permissions that the bot lacks in channels with links, and how to grant them', async () => {
	await testServer.sandbox.control.setBotPermissions(SANDBOX_GUILDS.soleSearchers.id, {
		channelId: CHANNEL,
		deny: String(1n << 29n),
	});
	const text = async () => embedOf(await testServer.runCommand('status', {}, german)).description;
	await expect.poll(text).toContain(`**Fehlende Berechtigungen**\n<#${CHANNEL}>: **WebHooks verwalten**\nÖffne`);
});
