import { type ElementType, Fragment, type ReactNode } from 'react';
import { type Block, type Inline, parseBlocks, parseInline } from './markdown.ts';

/** What an operator writes, as Discord shows it. Only elements of ours come out, whatever is written. */
export function Markdown({ text }: { text: string }) {
	return parseBlocks(text).map((block, index) => <Fragment key={index}>{drawBlock(block)}</Fragment>);
}

/** One line, where Discord takes formats but no headings or lists: a title. */
export function MarkdownLine({ text }: { text: string }) {
	return draw(parseInline(text));
}

function drawBlock(block: Block): ReactNode {
	if (block.kind === 'code') return <pre>{block.text}</pre>;
	if (block.kind === 'list') {
		const items = block.items.map((item, index) => <li key={index}>{draw(item)}</li>);
		return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
	}
	if (block.kind === 'quote') return <blockquote>{draw(block.children)}</blockquote>;
	if (block.kind === 'small') return <p className="small">{draw(block.children)}</p>;
	// A heading of the message, not of this page.
	if (block.kind === 'heading') return <p className={`heading-${block.level}`}>{draw(block.children)}</p>;
	return <p>{draw(block.children)}</p>;
}

const ELEMENTS: Readonly<Record<'bold' | 'italic' | 'underline' | 'strike' | 'spoiler', ElementType>> = {
	bold: 'strong',
	italic: 'em',
	underline: 'u',
	strike: 's',
	spoiler: 'mark',
};

function draw(parts: readonly Inline[]): ReactNode {
	return parts.map((part, index) => {
		if (typeof part === 'string') return part;
		if (part.kind === 'code') return <code key={index}>{part.text}</code>;
		if (part.kind === 'link') {
			return (
				<a key={index} href={part.href} target="_blank" rel="noreferrer">
					{draw(part.children)}
				</a>
			);
		}
		const Element = ELEMENTS[part.kind];
		return <Element key={index}>{draw(part.children)}</Element>;
	});
}
