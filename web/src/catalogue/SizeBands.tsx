import { Button } from '@mantine/core';
import { useState } from 'react';
import type { History } from './history.ts';
import { moment } from './states.ts';

/** Sizes that are shown at first. */
const SHOWN = 24;

interface Props {
	sizes: History['sizes'];
	/** The shown time, epoch ms. */
	from: number;
	to: number;
}

/** When each size was in stock: one band per size, on the time axis of the chart above. */
export function SizeBands({ sizes, from, to }: Props) {
	const [all, setAll] = useState(false);
	if (sizes.length === 0) return null;
	const place = (at: number) => `${(100 * (Math.min(Math.max(at, from), to) - from)) / (to - from)}%`;
	return (
		<>
			<ul className="size-bands" aria-label="When each size was in stock">
				{(all ? sizes : sizes.slice(0, SHOWN)).map(({ size, spans }) => {
					const shown = spans.filter(([begin, end]) => begin < to && (end ?? to) > from);
					return (
						<li key={size}>
							<span className="mono">{size}</span>
							<span className="band" aria-hidden="true">
								{shown.map(([begin, end]) => (
									<i
										key={begin}
										title={spanText(size, begin, end)}
										style={{ left: place(begin), right: `calc(100% - ${place(end ?? to)})` }}
									/>
								))}
							</span>
							<span className="visually-hidden">
								{shown.length === 0 ? 'not in stock' : shown.map(([begin, end]) => spanText('', begin, end)).join('; ')}
							</span>
						</li>
					);
				})}
			</ul>
			{!all && sizes.length > SHOWN && (
				<Button variant="default" size="xs" onClick={() => setAll(true)}>
					Show all {sizes.length} sizes
				</Button>
			)}
		</>
	);
}

function spanText(size: string, begin: number, end: number | null): string {
	return `${size && `${size}: `}${moment(begin)} – ${end === null ? 'now' : moment(end)}`;
}
