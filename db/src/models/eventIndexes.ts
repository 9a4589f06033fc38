/**
 * The indexes of `events` by which its list is read. Each ends with the row's id; all but that of a SKU have `kind` and
 * `reached` before it, which have few values.
 */
export const EVENT_INDEXES = {
	sku: 'events_sku_id_index',
	kind: 'events_kind_index',
	region: 'events_region_kind_index',
	source: 'events_source_kind_index',
	sourceRegion: 'events_source_region_kind_index',
} as const;
