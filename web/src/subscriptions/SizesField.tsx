import { OPTION_LIMITS, showSize, splitSizes, suggestedSizes, unseenSizes } from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';
import { counted } from '../ui/format.ts';
import { Tags } from './Tags.tsx';

interface Props {
	/** The subscription, whose topic's sizes are suggested. */
	id: string;
	value: readonly string[];
	change(sizes: string[]): void;
	error: string | undefined;
}

/** The sizes of a filter: suggests those of the topic's last events, and warns of one that none of their products has. */
export function SizesField({ id, value, change, error }: Props) {
	const { data } = useCall('subscriptionSizes', { id });
	const { of = 0, sizes: labels = [] } = data?.data ?? {};
	const unseen = labels.length > 0 ? unseenSizes(value, labels) : [];
	return (
		<div>
			<SizeTags value={value} labels={labels} change={change} error={error} />
			{unseen.length > 0 && (
				<p className="unseen-sizes" role="status">
					No product of the last {counted(of, 'event')} has the size {unseen.join(' or ')}.
				</p>
			)}
		</div>
	);
}

/**
 * The sizes of a filter.
 * @param labels the sizes of shops that are suggested
 */
export function SizeTags({ value, labels, change, error }: Omit<Props, 'id'> & { labels: readonly string[] }) {
	return (
		<Tags
			label="Sizes"
			description="Send only if one of these sizes is in stock, came back or changed. 9 also finds M 9 / W 10.5. M 9, W 9, UK 8, EU 42.5 and 9C are other sizes."
			of="size"
			max={OPTION_LIMITS.sizes}
			longest={OPTION_LIMITS.size}
			value={value}
			separators={[';', '\n']}
			choices={suggestedSizes(labels)}
			change={(typed) => change([...new Set(typed.flatMap(splitSizes).map(showSize))])}
			error={error}
		/>
	);
}
