import './lines.css';
import { ActionIcon } from '@mantine/core';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { grouped } from '../ui/format.ts';
import type { Item } from './items.ts';

/** The height of a line before it is measured, px, as in lines.css. */
const HEIGHTS: Readonly<Record<Item['kind'], number>> = { section: 56, group: 34, row: 41, sku: 41, note: 38 };
/** Lines rendered outside the visible area, so that the keyboard can move to the next one. */
const OVERSCAN = 6;

interface Props {
	items: readonly Item[];
	/**
	 * Keys of lines that are being edited: they stay rendered when scrolled away, and so does the line with the focus.
	 */
	kept: ReadonlySet<string>;
	/** Null while a filter keeps all sections open. */
	toggle: ((section: string) => void) | null;
	removeSku(sku: string): void;
	children(item: Extract<Item, { kind: 'row' }>): ReactNode;
}

/**
 * Sections, groups and rows in one virtual list. Only the visible lines are rendered, since a list can have thousands.
 */
export function Lines({ items, kept, toggle, removeSku, children }: Props) {
	const container = useRef<HTMLDivElement>(null);
	const [top, setTop] = useState(0);
	const [focused, setFocused] = useState<string | null>(null);
	useLayoutEffect(() => {
		setTop((container.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
	}, []);
	// oxlint-disable-next-line react/incompatible-library -- the React compiler is not used, so nothing memoizes this component
	const lines = useWindowVirtualizer({
		count: items.length,
		estimateSize: (index) => HEIGHTS[items[index]?.kind ?? 'row'],
		getItemKey: (index) => items[index]?.key ?? index,
		overscan: OVERSCAN,
		scrollMargin: top,
		rangeExtractor: (range) => {
			const rendered = new Set(defaultRangeExtractor(range));
			if (kept.size > 0 || focused !== null)
				items.forEach(({ key }, index) => (kept.has(key) || key === focused) && rendered.add(index));
			return [...rendered].sort((a, b) => a - b);
		},
	});
	return (
		<div
			ref={container}
			className="lines"
			style={{ height: lines.getTotalSize() }}
			onFocus={({ target }) => setFocused(target.closest<HTMLElement>('.line')?.dataset['key'] ?? null)}
			onBlur={() => setFocused(null)}
		>
			{lines.getVirtualItems().map(({ index, key, start }) => {
				const item = items[index];
				if (!item) return null;
				return (
					<div
						key={key}
						ref={lines.measureElement}
						data-index={index}
						data-key={item.key}
						className={`line line-${item.kind} ${items[index + 1]?.kind === 'section' || index === items.length - 1 ? 'last' : ''}`}
						style={{ transform: `translateY(${start - top}px)` }}
					>
						{item.kind === 'row' ? children(item) : <HeadingOrSku item={item} toggle={toggle} removeSku={removeSku} />}
					</div>
				);
			})}
		</div>
	);
}

function HeadingOrSku({
	item,
	toggle,
	removeSku,
}: {
	item: Exclude<Item, { kind: 'row' }>;
	toggle: Props['toggle'];
	removeSku: Props['removeSku'];
}) {
	if (item.kind === 'group') return <h3>{item.title}</h3>;
	if (item.kind === 'note') return <p className="empty">{item.text}</p>;
	if (item.kind === 'sku') {
		return (
			<div className="row" role="group" aria-label={item.sku}>
				<span className="grow mono">{item.sku}</span>
				<ActionIcon
					variant="subtle"
					color="gray"
					size={32}
					aria-label={`Delete ${item.sku}`}
					onClick={() => removeSku(item.sku)}
				>
					<Trash2 size={16} aria-hidden="true" />
				</ActionIcon>
			</div>
		);
	}
	const Chevron = item.folded ? ChevronRight : ChevronDown;
	return (
		<h2>
			<button
				type="button"
				aria-expanded={!item.folded}
				aria-disabled={toggle === null}
				onClick={() => toggle?.(item.section.id)}
			>
				<Chevron size={18} aria-hidden="true" />
				{item.section.title}
				<span className="badge">
					{grouped(item.count)} {item.off > 0 && <span className="failing">· {grouped(item.off)} off</span>}{' '}
					{item.failing > 0 && <span className="failing">· {grouped(item.failing)} failing</span>}
				</span>
			</button>
		</h2>
	);
}
