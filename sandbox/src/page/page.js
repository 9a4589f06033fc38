import { slashCommands } from './slash.js';

// The sandbox's Discord as its users see it. Texts come from anywhere: they are only ever set as text.
const state = await (await fetch('/page/state')).json();
const unread = new Map();
let channel = location.hash.slice(1) || state.messages.at(-1)?.channelId || state.guilds[0].channels[0].id;
const $ = (id) => document.getElementById(id);

function node(tag, attributes = {}, ...children) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value === undefined || value === false) continue;
		if (name in made && name !== 'style') made[name] = value;
		else made.setAttribute(name, value);
	}
	made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
	return made;
}

/** `in 3 days`, `2 hours ago`: as Discord shows <t:…:R>. */
function relative(ms) {
	const units = [
		['year', 31_557_600_000],
		['month', 2_629_800_000],
		['day', 86_400_000],
		['hour', 3_600_000],
		['minute', 60_000],
	];
	const [unit, size] = units.find(([, length]) => Math.abs(ms) >= length) ?? ['second', 1000];
	return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(ms / size), unit);
}

const MARKS = [
	[/^\*\*(.+?)\*\*/s, (text) => node('strong', {}, ...markdown(text))],
	[/^~~(.+?)~~/s, (text) => node('s', {}, ...markdown(text))],
	[/^\*(.+?)\*/s, (text) => node('em', {}, ...markdown(text))],
	[/^`([^`]+)`/, (text) => node('code', {}, text)],
	[/^<#(\d+)>/, (id) => node('span', { className: 'mention' }, `#${channelName(id)}`)],
	[/^<t:(-?\d+):R>/, (text) => node('time', {}, relative(Number(text) * 1000 - Date.now()))],
	[/^<t:(-?\d+)(?::\w)?>/, (text) => node('time', {}, new Date(Number(text) * 1000).toLocaleString())],
	[/^\\(.)/, (text) => text],
];

/** Discord's markdown as far as messages use it: nested bold, struck, italic; code; times; escapes. */
function markdown(text) {
	const out = [];
	let rest = text;
	outer: while (rest) {
		for (const [pattern, make] of MARKS) {
			const match = pattern.exec(rest);
			if (match) {
				out.push(make(match[1]));
				rest = rest.slice(match[0].length);
				continue outer;
			}
		}
		const plain = /^[^*~`<\\]+|^./s.exec(rest)[0];
		out.push(plain);
		rest = rest.slice(plain.length);
	}
	return out;
}

function embedNode(embed) {
	const title =
		embed.title &&
		(embed.url ? node('a', { href: embed.url, target: '_blank', rel: 'noreferrer' }, embed.title) : embed.title);
	const image = embed.thumbnail?.url ?? embed.image?.url;
	const when = embed.timestamp ? ` • ${new Date(embed.timestamp).toLocaleString()}` : '';
	return node(
		'div',
		{ className: 'embed', style: `border-color:#${(embed.color ?? 0x1e1f22).toString(16).padStart(6, '0')}` },
		node(
			'div',
			{},
			title && node('h4', {}, title),
			embed.description && node('div', { className: 'description' }, ...markdown(embed.description)),
		),
		image && node('img', { className: 'thumb', src: image, alt: '' }),
		embed.fields?.length > 0 &&
			node(
				'div',
				{ className: 'fields' },
				...embed.fields.map((field) =>
					node(
						'div',
						{ className: field.inline ? 'field' : 'field wide' },
						node('b', {}, field.name),
						...markdown(field.value),
					),
				),
			),
		embed.footer && node('div', { className: 'foot' }, embed.footer.text + when),
	);
}

function messageNode({ at, body }) {
	const name = body.username ?? 'Dropwire';
	return node(
		'li',
		{ className: 'message' },
		node('div', { className: 'avatar', ariaHidden: 'true' }, name[0]),
		node(
			'div',
			{},
			node(
				'div',
				{ className: 'who' },
				name,
				node('span', { className: 'app' }, 'APP'),
				node('time', {}, new Date(at).toLocaleTimeString()),
			),
			body.content && node('div', { className: 'description' }, ...markdown(body.content)),
			...(body.embeds ?? []).map(embedNode),
		),
	);
}

function channelName(id) {
	return state.guilds.flatMap((guild) => guild.channels).find((known) => known.id === id)?.name ?? 'deleted-channel';
}

function current() {
	return state.guilds.flatMap((guild) => guild.channels).find(({ id }) => id === channel);
}

function renderChannels() {
	$('channels').replaceChildren(
		...state.guilds.flatMap((guild) => [
			node('div', { className: 'guild' }, guild.name),
			...guild.channels.map(({ id, name }) =>
				node(
					'button',
					{ className: 'channel', ariaCurrent: String(id === channel), onclick: () => open(id) },
					name,
					unread.get(id) ? node('b', {}, String(unread.get(id))) : null,
				),
			),
		]),
	);
}

function open(id) {
	channel = id;
	location.hash = id;
	unread.delete(id);
	const { name, webhooks } = current() ?? { name: id, webhooks: [] };
	$('title').textContent = `# ${name}`;
	const url = webhooks[0]?.url;
	$('webhooks').replaceChildren(
		...(url
			? [
					node('code', {}, url),
					node(
						'button',
						{
							type: 'button',
							onclick: () =>
								navigator.clipboard.writeText(url).then(
									() => note('Webhook URL copied.'),
									() => note(url),
								),
						},
						'Copy webhook URL',
					),
				]
			: ['No webhook stands in this channel.']),
	);
	const messages = state.messages.filter((message) => message.channelId === id);
	$('messages').replaceChildren(...messages.map(messageNode));
	$('empty').hidden = messages.length > 0;
	$('messages').scrollTop = $('messages').scrollHeight;
	slash.channelChanged();
	renderChannels();
}

function note(text) {
	$('note').textContent = text;
}

async function control(method, path, body) {
	const response = await fetch(`/control${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: body && JSON.stringify(body),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.error);
	return answer;
}

function submit(form, work) {
	form.addEventListener('submit', async (event) => {
		event.preventDefault();
		try {
			note(await work(new FormData(form)));
		} catch (error) {
			note(`That did not work: ${error.message}`);
		}
	});
}

$('product').elements.sku.append(
	...state.products.map(({ sku, title }) => node('option', { value: sku }, `${sku} · ${title}`)),
);
submit($('product'), async (data) => {
	const change = {};
	if (data.get('status')) change.status = data.get('status');
	if (data.get('price')) change.currentPrice = Number(data.get('price'));
	if (data.get('level')) {
		const sizes = ['7', '7.5', '8', '8.5', '9', '9.5', '10', '10.5', '11', '12'];
		change.levels = Object.fromEntries(sizes.map((size) => [size, data.get('level')]));
		change.available = data.get('level') !== 'OOS';
	}
	await control('POST', '/retail/nike/products', { sku: data.get('sku'), region: 'US', change });
	return `${data.get('sku')} changed. Dropwire sees it at its next look.`;
});
const FAULTS = {
	500: { status: 500 },
	drop: { drop: true },
	hang: { hang: true },
	limited: { limited: { retryAfter: 3, scope: 'user' } },
};
submit($('fault'), async (data) => {
	await control('POST', '/discord/faults', {
		webhookId: current().webhooks[0]?.id,
		times: Number(data.get('times')),
		fault: FAULTS[data.get('fault')],
	});
	return 'Planned.';
});
$('delete').addEventListener('click', () => {
	const here = current();
	if (!here.webhooks[0]) {
		note('No webhook stands in this channel.');
		return;
	}
	void control('DELETE', `/discord/webhooks/${here.webhooks[0].id}`).then(
		() => {
			here.webhooks.shift();
			open(channel);
			note('Deleted. The next message to it is answered with 404.');
		},
		(error) => note(`That did not work: ${error.message}`),
	);
});

const guildOf = (id) => state.guilds.find((guild) => guild.channels.some((known) => known.id === id));
const slash = slashCommands($('slash'), state.users, {
	node,
	control,
	note,
	markdown,
	embedNode,
	here: () => ({ guildId: guildOf(channel)?.id, channelId: channel }),
	channels: () => guildOf(channel)?.channels ?? [],
	show(item) {
		$('messages').append(item);
		$('empty').hidden = true;
		$('messages').scrollTop = $('messages').scrollHeight;
	},
});

new EventSource('/page/live').addEventListener('message', (event) => {
	const message = JSON.parse(event.data);
	state.messages.push(message);
	if (message.channelId === channel) {
		$('messages').append(messageNode(message));
		$('empty').hidden = true;
		$('messages').scrollTop = $('messages').scrollHeight;
	} else {
		unread.set(message.channelId, (unread.get(message.channelId) ?? 0) + 1);
		renderChannels();
	}
});
open(channel);
