import { discordTime, parseDiscordBlocks, parseDiscordInline } from './discordMarkdown.js';

// Renders messages. Message texts are untrusted, so this code sets them as text and never as markup.

/** Creates an element with properties, attributes and children. Omits children that are null, undefined or false. */
export function node(tag, attributes = {}, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value === undefined || value === false) continue;
		if (name in element && name !== 'style') element[name] = value;
		else element.setAttribute(name, value);
	}
	element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
	return element;
}

const FORMATS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', spoiler: 'mark' };

/** @param channelName returns a channel's name by its id, for mentions */
export function messageRenderer(channelName) {
	function inline(parts) {
		return parts.map((part) => {
			if (typeof part === 'string') return part;
			if (part.kind === 'code') return node('code', {}, part.text);
			if (part.kind === 'time') return node('time', {}, discordTime(part.seconds, part.style));
			if (part.kind === 'link') {
				return node('a', { href: part.href, target: '_blank', rel: 'noreferrer' }, ...inline(part.children));
			}
			if (part.kind === 'mention') {
				const name = part.of === 'channel' ? `#${channelName(part.id)}` : `@${part.of}`;
				return node('span', { className: 'mention' }, name);
			}
			return node(FORMATS[part.kind], {}, ...inline(part.children));
		});
	}

	function block(content) {
		switch (content.kind) {
			case 'code':
				return node('pre', {}, content.text);
			case 'list': {
				const items = content.items.map((item) => node('li', {}, ...inline(item)));
				return content.ordered ? node('ol', { start: content.start }, ...items) : node('ul', {}, ...items);
			}
			case 'quote':
				return node('blockquote', {}, ...inline(content.children));
			case 'heading':
				return node('p', { className: `heading-${content.level}` }, ...inline(content.children));
			default:
				return node('p', { className: content.kind }, ...inline(content.children));
		}
	}

	const markdown = (text) => parseDiscordBlocks(text).map(block);

	function embed({ title, url, description, color, thumbnail, image, fields, footer, timestamp }) {
		const heading =
			title &&
			node(
				...(url ? ['a', { href: url, target: '_blank', rel: 'noreferrer' }] : ['span', {}]),
				...inline(parseDiscordInline(title)),
			);
		const picture = thumbnail?.url ?? image?.url;
		const when = timestamp ? ` • ${new Date(timestamp).toLocaleString()}` : '';
		return node(
			'div',
			{ className: 'embed', style: `border-color:#${(color ?? 0x1e1f22).toString(16).padStart(6, '0')}` },
			node(
				'div',
				{},
				heading && node('h4', {}, heading),
				description && node('div', { className: 'description' }, ...markdown(description)),
			),
			picture && node('img', { className: 'thumb', src: picture, alt: '' }),
			fields?.length > 0 &&
				node(
					'div',
					{ className: 'fields' },
					...fields.map(({ name, value, inline: narrow }) =>
						node('div', { className: narrow ? 'field' : 'field wide' }, node('b', {}, name), ...markdown(value)),
					),
				),
			footer && node('div', { className: 'foot' }, footer.text + when),
		);
	}

	/** The content and embeds of a message. */
	function body({ content, embeds }) {
		return [content && node('div', { className: 'description' }, ...markdown(content)), ...(embeds ?? []).map(embed)];
	}

	/** A message from a webhook, as an item of the channel's list. */
	function message({ id, at, editedAt, body: posted }) {
		const name = posted.username ?? 'Dropwire';
		return node(
			'li',
			{ className: 'message', id: `message-${id}` },
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
				...body(posted),
				editedAt && node('span', { className: 'edited', title: new Date(editedAt).toLocaleString() }, '(edited)'),
			),
		);
	}

	return { body, message };
}
