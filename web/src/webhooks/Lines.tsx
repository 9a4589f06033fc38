import './lines.css';
import { ActionIcon } from '@mantine/core';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Item } from './items.ts';

/** How tall a line is before it is measured, px: as lines.css has it. */
const HEIGHTS: Readonly<Record<Item['kind'], number>> = { section: 56, group: 34, row: 41, sku: 41, note: 38 };
/** Lines drawn beyond what is seen, so that the keyboard finds the next one. */
const BEYOND = 6;

interface Props {
	items: readonly Item[];
	/** Lines that stay drawn wherever one scrolls: they are being edited. So does the one that has the keyboard. */
	kept: ReadonlySet<string>;
	/** Null while all sections stand open. */
	toggle: ((section: string) => void) | null;
	removeSku(sku: string): void;
	children(item: Extract<Item, { kind: 'row' }>): ReactNode;
}

/** Sections, groups and rows one below the other; of thousands only those in sight are drawn. */
export function Lines({ items, kept, toggle, removeSku, children }: Props) {
	const place = useRef<HTMLDivElement>(null);
	const [top, setTop] = useState(0);
	const [focused, setFocused] = useState<string | null>(null);
	useLayoutEffect(() => {
		setTop((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
	}, []);
	// oxlint-disable-next-line react/incompatible-library -- nothing memoizes this component: no compiler is in use
	const lines = useWindowVirtualizer({
		count: items.length,
		estimateSize: (index) => HEIGHTS[items[index]?.kind ?? 'row'],
		getItemKey: (index) => items[index]?.key ?? index,
		overscan: BEYOND,
		scrollMargin: top,
		rangeExtractor: (range) => {
			const seen = new Set(defaultRangeExtractor(range));
			if (kept.size > 0 || focused !== null)
				items.forEach(({ key }, index) => (kept.has(key) || key === focused) && seen.add(index));
			return [...seen].sort((a, b) => a - b);
		},
	});
	return (
		<div
			ref={place}
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
						{item.kind === 'row' ? children(item) : <Other item={item} toggle={toggle} removeSku={removeSku} />}
					</div>
				);
			})}
		</div>
	);
}

function Other({
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
					{item.count} {item.failing > 0 && <span className="failing">· {item.failing} failing</span>}
				</span>
			</button>
		</h2>
	);
}
