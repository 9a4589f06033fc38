import type { ImageBrand } from '@dropwire/contract';
import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from '../ui/format.ts';
import { NoImages } from './NoImages.tsx';
import type { FoundProduct } from './useImageSearch.ts';
import type { ShownPicture } from './views.ts';

const PLACEHOLDERS = 4;

/** The results for one SKU: one grid of its views, or a group per mirror that has pictures. */
export function Results({
	product: { sku, busy, error, incomplete, pictures },
	items,
	groupTitle,
	brand,
	again,
	children,
}: {
	product: FoundProduct;
	items: readonly ShownPicture[];
	/** The heading of a mirror; null for one grid. */
	groupTitle: ((mirror: number) => string) | null;
	brand: ImageBrand;
	/** Searches it again, or another SKU in its place. */
	again(other?: string): void;
	/** Renders a picture. */
	children(item: ShownPicture): ReactNode;
}) {
	const groups = Map.groupBy(items, ({ picture }) => (groupTitle ? picture.mirror : 0));
	return (
		<section className="mirror" aria-label={sku}>
			<h2>
				<span className="mono">{sku}</span>
				{items.length > 0 && <span className="dim"> {counted(items.length, groupTitle ? 'picture' : 'view')}</span>}
			</h2>
			<div role="status">
				{error && <p className="banner bad">{error}</p>}
				{incomplete.length > 0 && (
					<p className="banner bad">
						{incomplete.join(' and ')} did not answer for every picture: there may be more.{' '}
						<Button variant="default" size="xs" onClick={() => again()}>
							Search again
						</Button>
					</p>
				)}
				{!busy && !error && pictures.length === 0 && incomplete.length === 0 && (
					<NoImages brand={brand} sku={sku} search={again} />
				)}
			</div>
			{busy && <PicturePlaces />}
			{[...groups.entries()].map(([mirror, group]) => (
				<div key={mirror}>
					{groupTitle && (
						<h3>
							{groupTitle(mirror)} <span className="dim">{group[0]?.picture.source}</span>
						</h3>
					)}
					<ul className="pictures">{group.map(children)}</ul>
				</div>
			))}
		</section>
	);
}

/** The place of the pictures while they are searched. */
function PicturePlaces() {
	return (
		<div role="group" className="pictures" aria-busy="true" aria-label="Loading">
			{Array.from({ length: PLACEHOLDERS }, (_, index) => (
				<Skeleton key={index} className="picture-place" />
			))}
		</div>
	);
}
