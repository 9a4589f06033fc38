import { expect, test } from 'vitest';
import { isInvalid, untilReset } from './answers.ts';
import { decorationIn, withoutPaths } from './decoration.ts';
import { readAnswer } from './sender.ts';

interface Given {
	status: number;
	/** An object is Discord's JSON, text is anything else. */
	body: object | string;
	headers?: Record<string, string>;
	isEdit?: boolean;
	isPlain?: boolean;
}

function outcome({ status, body, headers = {}, isEdit = false, isPlain = false }: Given) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return readAnswer(status, (name) => headers[name], text, { isEdit, isPlain, inPost: false });
}

const code = (value: number, message = 'x') => ({ message, code: value });
const html = '<html><head><title>Attention Required! | Cloudflare</title></head><body>Error 1020</body></html>';

test.each<[string, Given]>([
	["Cloudflare's block as Discord's JSON", { status: 403, body: code(40_333, 'internal network error') }],
	['the same with another status', { status: 503, body: code(40_333) }],
	['a 403 with a code that no webhook gets', { status: 403, body: code(40_001) }],
	['a 403 without a code', { status: 403, body: { message: '403: Forbidden' } }],
	['a 403 page', { status: 403, body: html }],
	['a 403 with other JSON', { status: 403, body: { error_code: 1010, title: 'Access denied' } }],
	['a 429 without a duration', { status: 429, body: code(0, 'You are being blocked from accessing our API') }],
	['a 429 whose duration is text', { status: 429, body: { ...code(0), retry_after: 'soon' } }],
	...['error code: 1010', 'error code: 1015', 'error code: 1020', html].flatMap((body) =>
		[429, 503].map((status): [string, Given] => [`${status} ${body.slice(0, 16)}`, { status, body }]),
	),
])('%s blocks the address for 30 s', (_, given) => {
	expect(outcome(given)).toMatchObject({ kind: 'limited', scope: 'address', waitMs: 30_000 });
	expect(outcome({ ...given, isEdit: true })).toMatchObject({ kind: 'limited', scope: 'address' });
});

test.each<[string, Given, 'address' | 'route', number]>([
	['1.5 s', { status: 429, body: { ...code(0), retry_after: 1.5 } }, 'route', 1500],
	['a header only', { status: 429, body: code(0), headers: { 'retry-after': '3' } }, 'route', 3000],
	["Cloudflare's header", { status: 429, body: html, headers: { 'retry-after': '3' } }, 'address', 3000],
	['global', { status: 429, body: { ...code(0), retry_after: 2, global: true } }, 'address', 2000],
	['1e300 s', { status: 429, body: { ...code(0), retry_after: 1e300 } }, 'route', 600_000],
	['1e300 s, global', { status: 429, body: { ...code(0), retry_after: 1e300, global: true } }, 'address', 3_600_000],
	['endless', { status: 429, body: code(0), headers: { 'retry-after': 'Infinity' } }, 'route', 600_000],
	['-5 s', { status: 429, body: { ...code(0), retry_after: -5 } }, 'route', 100],
	['edits of old messages', { status: 429, body: { ...code(30_046), retry_after: 60 } }, 'route', 60_000],
	['the same without a duration', { status: 400, body: code(30_046) }, 'route', 30_000],
])('a limit of %s', (_, given, scope, waitMs) => {
	expect(outcome(given)).toMatchObject({ kind: 'limited', scope, waitMs });
});

test.each<[number, string | undefined, number]>([
	[0, '1.25', 1251],
	[1, '1.25', 0],
	[0, undefined, 0],
	[0, 'NaN', 0],
	[0, '-5', 0],
	[0, '1e300', 600_000],
	[0, '1000000000', 600_000],
])('X-RateLimit-Remaining: %s with a reset after %s s is a wait of %s ms', (remaining, after, waitMs) => {
	const headers = { 'x-ratelimit-remaining': String(remaining), ...(after && { 'x-ratelimit-reset-after': after }) };
	expect(untilReset((name) => headers[name as keyof typeof headers])).toBe(waitMs);
});

test.each<[string, Given, string]>([
	['an unknown webhook', { status: 404, body: code(10_015) }, 'dead'],
	['a wrong token', { status: 401, body: code(50_027) }, 'dead'],
	['the code of a wrong token with another status', { status: 403, body: code(50_027) }, 'retry'],
	["a webhook's missing permission", { status: 403, body: code(50_013) }, 'refused'],
	['a locked thread', { status: 403, body: code(160_005) }, 'refused'],
	['an edit in a locked thread', { status: 400, body: code(160_005), isEdit: true }, 'refused'],
	['an edit in an archived thread', { status: 400, body: code(50_083), isEdit: true }, 'sendNew'],
	['a message in an archived thread', { status: 400, body: code(50_083) }, 'refused'],
	['an edit of a deleted message', { status: 404, body: code(10_008), isEdit: true }, 'sendNew'],
	['a 404 page', { status: 404, body: '<html>404</html>' }, 'retry'],
	['a 401 without a code', { status: 401, body: { message: '401: Unauthorized', code: 0 } }, 'retry'],
	['a 502 page', { status: 502, body: 'error code: 502' }, 'retry'],
	['a 500 with the code of a webhook', { status: 500, body: code(10_015) }, 'retry'],
	['a form that is wrong', { status: 400, body: code(50_035, 'Invalid Form Body') }, 'refused'],
	['the older form of that', { status: 400, body: { content: ['Must be 2000 or fewer in length.'] } }, 'refused'],
	["a proxy's page with 400", { status: 400, body: '<html>Bad Request</html>' }, 'retry'],
])('%s', (_, given, kind) => {
	expect(outcome(given).kind).toBe(kind);
});

test('reasons about threads say what an admin can do', () => {
	const reason = (value: number) => (outcome({ status: 400, body: code(value, 'Words') }) as { reason: string }).reason;
	expect(reason(50_083)).toBe(
		'The thread is archived: open it or set another one. Discord answered 400: Words [50083]',
	);
	expect(reason(160_005)).toMatch(/^The thread is locked: unlock it/);
	expect(reason(160_006)).toMatch(/^The server has as many active threads as Discord allows: close some\./);
});

/** Discord's `errors` for these paths. */
function invalidForm(...paths: string[]): Given {
	const errors = {};
	for (const path of paths) {
		let node: Record<string, unknown> = errors;
		for (const step of path.split('.')) node = (node[step] ??= {}) as Record<string, unknown>;
		node['_errors'] = [{ code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }];
	}
	return { status: 400, body: { ...code(50_035, 'Invalid Form Body'), errors } };
}

test.each<[string, Given, string[]]>([
	['a link', invalidForm('embeds.0.url'), ['embeds.0.url']],
	[
		'two pictures',
		invalidForm('embeds.0.thumbnail.url', 'embeds.0.image.url'),
		['embeds.0.thumbnail', 'embeds.0.image'],
	],
	["the footer's picture", invalidForm('embeds.0.footer.icon_url'), ['embeds.0.footer.icon_url']],
	["the author's name", invalidForm('embeds.0.author.name'), ['embeds.0.author']],
	['buttons', invalidForm('components'), ['components']],
	["a post's tags", invalidForm('applied_tags.0'), ['applied_tags']],
	['name and avatar', invalidForm('username', 'avatar_url'), ['username', 'avatar_url']],
	[
		'an embed, in the older form',
		{ status: 400, body: { embeds: ['0'] } },
		['url', 'thumbnail', 'image', 'footer.icon_url', 'author'].map((part) => `embeds.0.${part}`),
	],
	['a name, in the older form', { status: 400, body: { username: ['Username cannot be "here"'] } }, ['username']],
])('a message is sent again without rejected %s', (_, given, without) => {
	expect(outcome(given)).toMatchObject({ kind: 'decorated', without });
	expect(outcome({ ...given, isPlain: true })).toMatchObject({
		kind: 'refused',
		reason: expect.stringMatching(/\(.+\)/),
	});
});

test('a new post is sent again without its tags if one was deleted', () => {
	const given = { status: 404, body: code(10_087, 'Unknown Tag') };
	expect(outcome(given)).toMatchObject({ kind: 'decorated', without: ['applied_tags'] });
	expect(outcome({ ...given, isPlain: true })).toMatchObject({ kind: 'refused' });
});

test.each([
	invalidForm('embeds.0.url', 'embeds.0.title'),
	invalidForm('embeds.0.fields.1.value'),
	invalidForm('embeds'),
	invalidForm('embeds.0'),
	{ status: 400, body: { embeds: ['0'], content: ['Cannot be longer'] } },
])('a rejection of more than decoration fails: %j', (given) => {
	expect(outcome(given)).toMatchObject({ kind: 'refused' });
});

test('removing decoration keeps the rest of the body', () => {
	const body = {
		username: 'Dropwire',
		embeds: [{ title: 'Vomero', url: 'http://shop', footer: { text: 'x', icon_url: 'y' } }],
	};
	const paths = decorationIn(['embeds.0.url', 'embeds.0.footer.icon_url', 'embeds.7.image', 'username'], false);
	expect(withoutPaths(body, paths)).toEqual({ embeds: [{ title: 'Vomero', footer: { text: 'x' } }] });
	expect(body.username).toBe('Dropwire');
});

test('401, 403 and 429 count towards the ban, except a shared limit', () => {
	const counted = [200, 401, 403, 404, 429].filter((status) => isInvalid(status, () => undefined));
	expect(counted).toEqual([401, 403, 429]);
	expect(isInvalid(429, () => 'shared')).toBe(false);
});
