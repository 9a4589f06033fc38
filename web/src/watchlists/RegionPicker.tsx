import { listRegions } from '@dropwire/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';

interface Props {
	/** The list that the regions belong to. */
	list: string;
	regions: readonly string[];
	set(regions: readonly string[]): void;
}

/** Picks the regions of new entries; none means every region in which somebody subscribes. */
export function RegionPicker({ list, regions, set }: Props) {
	const [open, setOpen] = useState(false);
	const choices = listRegions(list);
	if (choices.length < 2) return null;
	const toggle = (region: string, on: boolean) =>
		set(choices.filter((one) => (one === region ? on : regions.includes(one))));
	return (
		<details className="region-picker" onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>
				Regions: <span className="dim">{regions.length > 0 ? regions.join(', ') : 'wherever somebody subscribes'}</span>
			</summary>
			<div className="region-choices" role="group" aria-label="Regions of the new SKUs">
				{/* Rendered on demand: they are a third of what the screen renders. */}
				{open &&
					choices.map((region) => (
						<Checkbox
							key={region}
							size="xs"
							label={region}
							checked={regions.includes(region)}
							onChange={(event) => toggle(region, event.currentTarget.checked)}
						/>
					))}
			</div>
		</details>
	);
}
