import { BRANDS, PRODUCT_BRANDS, REGION_NAMES, REGIONS } from '@dropwire/domain/calendar';
import { useEffect, useRef, useState } from 'react';
import { type Filter, RANGE_IDS, RANGES } from './address.ts';

/** How long after the last key the text counts, ms. */
const PAUSE_MS = 300;

/** Which releases are shown: the address keeps it. */
export function Filters({ filter, change }: { filter: Filter; change(part: Partial<Filter>): void }) {
	const { region, brand, range, view } = filter;
	return (
		<form className="releases-filters" role="search" onSubmit={(event) => event.preventDefault()}>
			<Words value={filter.q} change={(q) => change({ q })} />
			<select
				aria-label="Region"
				value={region ?? ''}
				onChange={({ currentTarget: { value } }) => change({ region: REGIONS.find((one) => one === value) })}
			>
				<option value="">All regions</option>
				{REGIONS.map((one) => (
					<option key={one} value={one}>
						{REGION_NAMES[one]}
					</option>
				))}
			</select>
			<select
				aria-label="Brand"
				value={brand ?? ''}
				onChange={({ currentTarget: { value } }) => change({ brand: PRODUCT_BRANDS.find((one) => one === value) })}
			>
				<option value="">All brands</option>
				{PRODUCT_BRANDS.map((one) => (
					<option key={one} value={one}>
						{BRANDS[one].name}
					</option>
				))}
			</select>
			{/* Its place stays in the month view, so that nothing moves. */}
			<select
				aria-label="Time"
				className={view === 'month' ? 'gone' : undefined}
				value={filter.day === undefined ? range : ''}
				onChange={({ currentTarget: { value } }) =>
					change({ range: RANGE_IDS.find((one) => one === value) ?? range, day: undefined })
				}
			>
				{filter.day !== undefined && <option value="">One day</option>}
				{RANGE_IDS.map((one) => (
					<option key={one} value={one}>
						{RANGES[one]}
					</option>
				))}
			</select>
		</form>
	);
}

/** A text that counts once nothing was typed for a moment. */
function Words({ value, change }: { value: string; change(value: string): void }) {
	const [typed, setTyped] = useState(value);
	const [shown, setShown] = useState(value);
	const latest = useRef(change);
	useEffect(() => {
		latest.current = change;
	});
	// Back changes the address, and the field follows.
	if (shown !== value) {
		setShown(value);
		setTyped(value);
	}
	useEffect(() => {
		if (typed === value) return undefined;
		const timer = setTimeout(() => latest.current(typed), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [typed, value]);
	return (
		<input
			type="search"
			aria-label="Search releases"
			placeholder="Title or SKU"
			maxLength={200}
			value={typed}
			onChange={(event) => setTyped(event.currentTarget.value)}
		/>
	);
}
