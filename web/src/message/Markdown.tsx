import {
	type DiscordBlock,
	type DiscordInline,
	discordTime,
	parseDiscordBlocks,
	parseDiscordInline,
} from '@dropwire/domain/discordMarkdown';
import { type ElementType, Fragment, type ReactNode } from 'react';

/** An embed's description as Discord shows it. Only the elements below are rendered, whatever the text contains. */
export function Markdown({ text }: { text: string }) {
	return parseDiscordBlocks(text).map((block, index) => <Fragment key={index}>{renderBlock(block)}</Fragment>);
}

/** A text without headings and lists, such as a title, as Discord shows it. */
export function MarkdownLine({ text }: { text: string }) {
	return render(parseDiscordInline(text));
}

function renderBlock(block: DiscordBlock): ReactNode {
	if (block.kind === 'code') return <pre>{block.text}</pre>;
	if (block.kind === 'list') {
		const items = block.items.map((item, index) => <li key={index}>{render(item)}</li>);
		return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
	}
	if (block.kind === 'quote') return <blockquote>{render(block.children)}</blockquote>;
	if (block.kind === 'small') return <p className="small">{render(block.children)}</p>;
	// A paragraph, because the heading belongs to the message and not to this page.
	if (block.kind === 'heading') return <p className={`heading-${block.level}`}>{render(block.children)}</p>;
	return <p>{render(block.children)}</p>;
}

const ELEMENTS: Readonly<Record<'bold' | 'italic' | 'underline' | 'strike' | 'spoiler', ElementType>> = {
	bold: 'strong',
	italic: 'em',
	underline: 'u',
	strike: 's',
	spoiler: 'mark',
};
/** Only Discord knows the names. */
const MENTIONS = { channel: '#channel', user: '@user', role: '@role' } as const;

function render(parts: readonly DiscordInline[]): ReactNode {
	return parts.map((part, index) => {
		if (typeof part === 'string') return part;
		if (part.kind === 'code') return <code key={index}>{part.text}</code>;
		if (part.kind === 'link') {
			return (
				<a key={index} href={part.href} target="_blank" rel="noreferrer">
					{render(part.children)}
				</a>
			);
		}
		if (part.kind === 'mention') {
			return (
				<span key={index} className="mention" title={part.id}>
					{MENTIONS[part.of]}
				</span>
			);
		}
		if (part.kind === 'time') return <time key={index}>{discordTime(part.seconds, part.style)}</time>;
		const Element = ELEMENTS[part.kind];
		return <Element key={index}>{render(part.children)}</Element>;
	});
}
