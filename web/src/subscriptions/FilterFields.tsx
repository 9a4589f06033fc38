import '../theme/pickers.ts';
import {
	KINDS,
	OPTION_LIMITS,
	type SubscriptionRow,
	TOPIC_KINDS,
	topicKinds,
	type TopicKind,
} from '@dropwire/contract';
import { NumberInput } from '@mantine/core';
import { AmountField } from './AmountField.tsx';
import { Choices } from './Choices.tsx';
import type { FieldsProps } from './problems.ts';
import { SizesField } from './SizesField.tsx';
import { StatesField } from './StatesField.tsx';
import { Tags } from './Tags.tsx';

/** Which events a subscription gets. */
export function FilterFields({ draft, set, problems, id, topic }: FieldsProps & Pick<SubscriptionRow, 'id' | 'topic'>) {
	const possible = topicKinds(topic);
	return (
		<fieldset>
			<legend>Which events</legend>
			<Choices
				label="Kinds"
				description={`Send only these kinds of events.${topic ? kindsText(possible) : ''}`}
				choices={possible.map((kind) => ({ value: kind, label: KINDS[kind].headline }))}
				value={draft.kinds.filter((kind) => possible.includes(kind))}
				change={(kinds) => set({ kinds: kinds.length === possible.length ? TOPIC_KINDS : kinds })}
				error={problems['kinds']}
			/>
			<Tags
				label="Required words"
				description="Send only if the title, SKU or color has one of these words. A * at the end finds longer words: jordan*"
				of="word"
				max={OPTION_LIMITS.terms}
				longest={OPTION_LIMITS.term}
				value={draft.include}
				change={(include) => set({ include })}
				error={problems['include']}
			/>
			<Tags
				label="Excluded words"
				description="Never send if the title, SKU or color has one of these words."
				of="word"
				max={OPTION_LIMITS.terms}
				longest={OPTION_LIMITS.term}
				value={draft.exclude}
				change={(exclude) => set({ exclude })}
				error={problems['exclude']}
			/>
			<SizesField id={id} value={draft.sizes} change={(sizes) => set({ sizes })} error={problems['sizes']} />
			<StatesField value={draft.states} change={(states) => set({ states })} error={problems['states']} />
			<div className="two">
				<AmountField
					label="Lowest price"
					description="In the product’s currency: 120 is $120 or ¥120."
					value={draft.minPrice}
					change={(minPrice) => set({ minPrice })}
					error={problems['minPrice']}
				/>
				<AmountField
					label="Highest price"
					description="With a limit, products without a price are not sent."
					value={draft.maxPrice}
					change={(maxPrice) => set({ maxPrice })}
					error={problems['maxPrice']}
				/>
			</div>
			<NumberInput
				label="Minimum discount"
				description={`Percent off the full price, ${OPTION_LIMITS.minDiscount.min} to ${OPTION_LIMITS.minDiscount.max}.`}
				value={draft.minDiscount}
				onChange={(minDiscount) => set({ minDiscount })}
				error={problems['minDiscount']}
				allowNegative={false}
				allowDecimal={false}
				hideControls
				suffix="%"
			/>
		</fieldset>
	);
}

/** What the kinds do not say: why there are none, or only some. */
function kindsText(possible: readonly TopicKind[]): string {
	if (possible.length === 0)
		return ' This topic has announcements that the operators write. Of these filters, only the words apply to them.';
	return ` This topic has only: ${possible.map((kind) => KINDS[kind].headline).join(', ')}.`;
}
