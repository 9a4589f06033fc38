import type { CheckKind, TopicKind } from './eventKinds.ts';
import type { ADIDAS_LIST, REFURBISHED_LIST } from './listNames.ts';
import { CHECK_KINDS } from './eventKinds.ts';
import type { Offer } from './offers.ts';
import type { Region } from './regions.ts';
import type { SkuFormat } from './skuFormats.ts';
import type { ProductStatus, TopicStatus } from './statuses.ts';

/** What a route depends on besides the kind of event. */
export interface Change {
	region: Region;
	/** The product's new status; null when it is gone, or its retailer has no statuses. */
	productStatus: ProductStatus | null;
	/** The current price is lower than it was. */
	priceFell: boolean;
}

/**
 * The status that one kind of event goes to; null: to no topic, so only the broadcast list gets it. A function where the
 * kind alone does not decide it.
 */
export type Route<S extends TopicStatus> = S | null | ((change: Change) => S | null);
/** Names every kind that a check finds, so a brand without a route for a kind does not compile. */
export type Routes<S extends TopicStatus> = Readonly<Record<CheckKind, Route<S>>>;
/** Names every kind about a release: only the family of a brand's releases has them. */
export type ReleaseRoutes<S extends TopicStatus> = Readonly<Record<Exclude<TopicKind, CheckKind>, S>>;

/** The icons that a screen can have in the menu. */
export type ScreenIcon =
	| 'shoe'
	| 'shirt'
	| 'recycle'
	| 'laptop'
	| 'flame'
	| 'calendar'
	| 'timer'
	| 'bag'
	| 'store'
	| 'scale'
	| 'hash';

/** The console screen with the operators' webhooks of one family or several. */
export interface Screen {
	/** The content id: `/dashboard/settings/{id}`. */
	id: string;
	/** Its name in the menu. */
	menu: string;
	icon: ScreenIcon;
	title: string;
	/** The choice that adds a webhook to all families of the screen at once. */
	together?: string;
	/** A list of SKUs that is shown as one more section. */
	skus?: { title: string; list: typeof REFURBISHED_LIST };
	/** A form above the webhooks that adds SKUs to a list. */
	skuForm?: { title: string; list: typeof ADIDAS_LIST; name: string };
}

/** Topics that differ by region and status only. */
export interface Family<S extends TopicStatus = TopicStatus> {
	category: string;
	/** The toolsName; completed by the status's name where there are several statuses. */
	name: string;
	regions: readonly Region[];
	statuses: readonly [S, ...S[]];
	/** Statuses in the US only. */
	usStatuses?: readonly S[];
	/** The order in which the documented call lists the groups, where it is not the order of the statuses. */
	listOrder?: readonly S[];
	/** Null for a family that gets announcements and no product events. */
	routes: Routes<S> | ReleaseRoutes<S> | null;
	screen: Screen;
	/** The heading of its section on the screen; `{region}` is replaced by the region's name, one section per region. */
	heading: string;
}

/** An entry of the table of brands. */
export interface BrandEntry {
	name: string;
	/** What of it is watched, by offer, for the landing page; empty for a brand without products. */
	sells: Partial<Readonly<Record<Offer, string>>>;
	/** How it writes its SKUs; unset if there is no known format: then no list takes its SKUs. */
	skus?: SkuFormat;
	/** The hosts of its shop. A link of an entry must have one of them, or a host below one. */
	hosts?: readonly string[];
	/** The SKU that a link of the shop names; null if it names none. Unset if links name no SKU: the product's page does. */
	skuOfLink?: (link: string) => string | null;
	/** What a link must have so that `skuOfLink` finds the SKU; other links are rejected. Unset: they are read anyway. */
	linkNeeds?: string;
	families: readonly [Family, ...Family[]];
}

/** Checks a family's routes against its own statuses. */
export function family<const S extends TopicStatus>(
	entry: Omit<Family<S>, 'routes'> & { routes: Routes<NoInfer<S>> | ReleaseRoutes<NoInfer<S>> | null },
): Family<S> {
	return entry;
}

/** Routes that do not depend on the kind. */
export function everyKind<const S extends TopicStatus>(route: Route<S>): Routes<S> {
	return Object.fromEntries(CHECK_KINDS.map((kind) => [kind, route])) as Routes<S>;
}
