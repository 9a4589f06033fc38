import { messageRenderer, node } from './messages.js';
import { productForm } from './products.js';
import { slashCommands } from './slash.js';

// Shows the sandbox's Discord as its users see it, with forms that control the sandbox.
const state = await (await fetch('/page/state')).json();
const unread = new Map();
let channel = location.hash.slice(1) || state.messages.at(-1)?.channelId || state.guilds[0].channels[0].id;
const $ = (id) => document.getElementById(id);
const render = messageRenderer(channelName);

function channelName(id) {
	return state.guilds.flatMap((guild) => guild.channels).find((one) => one.id === id)?.name ?? 'deleted-channel';
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
			: ['This channel has no webhook.']),
	);
	const messages = state.messages.filter((message) => message.channelId === id);
	$('messages').replaceChildren(...messages.map(render.message));
	$('empty').hidden = messages.length > 0;
	$('messages').scrollTop = $('messages').scrollHeight;
	slash.channelChanged();
	renderChannels();
}

function show(item) {
	$('messages').append(item);
	$('empty').hidden = true;
	$('messages').scrollTop = $('messages').scrollHeight;
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
			note(`Failed: ${error.message}`);
		}
	});
}

void productForm($('product'), { node, control, note });
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
	return 'The fault applies to the next calls.';
});
$('delete').addEventListener('click', () => {
	const here = current();
	if (!here.webhooks[0]) {
		note('This channel has no webhook.');
		return;
	}
	void control('DELETE', `/discord/webhooks/${here.webhooks[0].id}`).then(
		() => {
			here.webhooks.shift();
			open(channel);
			note('Webhook deleted. The next message to it is answered with 404.');
		},
		(error) => note(`Failed: ${error.message}`),
	);
});

const guildOf = (id) => state.guilds.find((guild) => guild.channels.some((one) => one.id === id));
const slash = slashCommands($('slash'), state.users, {
	node,
	control,
	note,
	messageBody: render.body,
	here: () => ({ guildId: guildOf(channel)?.id, channelId: channel }),
	channels: () => guildOf(channel)?.channels ?? [],
	show,
});

new EventSource('/page/live').addEventListener('message', (event) => {
	const message = JSON.parse(event.data);
	// An edit comes as the whole message again.
	const known = state.messages.findIndex(({ id }) => id === message.id);
	if (known >= 0) {
		state.messages[known] = message;
		document.getElementById(`message-${message.id}`)?.replaceWith(render.message(message));
		return;
	}
	state.messages.push(message);
	if (message.channelId === channel) {
		show(render.message(message));
	} else {
		unread.set(message.channelId, (unread.get(message.channelId) ?? 0) + 1);
		renderChannels();
	}
});
open(channel);
