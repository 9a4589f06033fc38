import { BRANDS, EVENT_KINDS, isReleaseKind, topicKinds } from '@dropwire/domain';
import type { ProductEvent } from '@dropwire/engine';
import type { FoundSubscription } from './find.ts';

const SIZES = { '8': 'HIGH', '9': 'MEDIUM', '10': 'LOW', '11': 'OOS' } as const;

/** How far ahead the release of a made-up event is, ms. */
const SAMPLE_LAUNCH_MS = 3 * 86_400_000;

/** A made-up event of a topic that has had none yet. */
export function sampleEvent(topic: FoundSubscription['topic'], at: number): ProductEvent {
	const { brand, region } = topic ?? { brand: 'NIKE' as const, region: 'US' as const };
	const kind = EVENT_KINDS.find((one) => topicKinds(topic ?? null).includes(one)) ?? EVENT_KINDS[0];
	const isRelease = isReleaseKind(kind);
	const after = {
		brand,
		sku: 'SAMPLE-001',
		region,
		title: `Sample product of ${BRANDS[brand].name}`,
		subtitle: null,
		category: topic?.category ?? 'SHOES',
		status: null,
		price: { current: 12_000, full: 15_000, currency: 'USD' },
		launchAt: isRelease ? at + SAMPLE_LAUNCH_MS : null,
		launchMethod: null,
		available: true,
		evidence: 'level' as const,
		sizes: Object.entries(SIZES).map(([size, level]) => ({ size, available: level !== 'OOS', level, count: null })),
		promoExcluded: false,
		image: null,
		url: 'https://shop.example/sample',
	};
	const before = isRelease ? null : { ...after, available: false, sizes: [] };
	return { source: brand, sku: after.sku, region, kind, before, after, at };
}
