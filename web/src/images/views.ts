import type { FoundPicture } from './look.ts';
import type { Size } from './geometry.ts';

/** A picture of the results as it is shown: one view of a product, or one picture of a mirror. */
export interface ShownPicture {
	/** Identifies it among all results. */
	key: string;
	/** Such as `CK9246-101, view A`. */
	label: string;
	/** The name of its view: `A` to `H`, beyond them its number. */
	view: string;
	picture: FoundPicture;
	/** All sources of the view, in the order of the mirrors; only the picture itself in a list by mirror. */
	sources: readonly FoundPicture[];
}

/** Sizes in pixels by URL; null for a picture that did not load, undefined while unknown. */
export type Sizes = Readonly<Record<string, Size | null>>;

/** The name of the view that a slot is. */
function viewName({ view, slot }: Pick<FoundPicture, 'view' | 'slot'>): string {
	return view ?? String(slot + 1);
}

/**
 * The pictures of one product, one per view, each from the source that was chosen for it, else from its best one.
 * @param chosen the id of the chosen picture by the key of its view
 */
export function byView(
	pictures: readonly FoundPicture[],
	chosen: Readonly<Record<string, string>>,
	best: (sources: readonly FoundPicture[]) => FoundPicture,
): ShownPicture[] {
	const views = Map.groupBy(pictures, ({ slot }) => slot);
	return [...views.entries()]
		.toSorted(([a], [b]) => a - b)
		.flatMap(([slot, sources]) => {
			const [first] = sources;
			if (!first) return [];
			const key = `${first.sku} view ${slot}`;
			const picture = sources.find(({ id }) => id === chosen[key]) ?? best(sources);
			const view = viewName(first);
			return { key, label: `${first.sku}, view ${view}`, view, picture, sources };
		});
}

/** Each picture of a mirror as a picture of its own. */
export function byMirror(pictures: readonly FoundPicture[]): ShownPicture[] {
	return pictures.map((picture) => {
		const { id, label } = picture;
		return { key: id, label, view: viewName(picture), picture, sources: [picture] };
	});
}

/**
 * The picture with the most pixels of the product itself; of equal ones the first: hosts that draw the background come before
 * those that do not. Until all sizes are known it is the first source, so that a picture changes at most once.
 * @param padding the pixels that a host has added on each side
 */
export function bestSource(
	sources: readonly FoundPicture[],
	sizes: Sizes,
	padding: (picture: FoundPicture) => number,
): FoundPicture {
	const [first, ...others] = sources as [FoundPicture, ...FoundPicture[]];
	if (sources.some(({ url }) => sizes[url] === undefined)) return first;
	const pixels = (picture: FoundPicture) => {
		const size = sizes[picture.url];
		const added = picture.rendered ? 2 * padding(picture) : 0;
		return size ? (size.width - added) * (size.height - added) : 0;
	};
	return others.reduce((best, other) => (pixels(other) > pixels(best) ? other : best), first);
}
