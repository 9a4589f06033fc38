import '../theme/pickers.ts';
import { TOPIC_KINDS, KINDS, kindsOf, OPTION_LIMITS, type SubscriptionRow, TOPICS } from '@dropwire/contract';
import { NumberInput } from '@mantine/core';
import { AmountField } from './AmountField.tsx';
import { Choices } from './Choices.tsx';
import type { FieldsProps } from './problems.ts';
import { SizesField } from './SizesField.tsx';
import { StatesField } from './StatesField.tsx';
import { Tags } from './Tags.tsx';

/** Which events a subscription gets. */
export function FilterFields({ draft, set, problems, id, topic }: FieldsProps & Pick<SubscriptionRow, 'id' | 'topic'>) {
	return (
		<fieldset>
			<legend>Which events</legend>
			<Choices
				label="Kinds"
				description={`Send only these kinds of events.${topicKinds(topic)}`}
				choices={TOPIC_KINDS.map((kind) => ({ value: kind, label: KINDS[kind].headline }))}
				value={draft.kinds}
				change={(kinds) => set({ kinds })}
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

/** Names the kinds that the topic can get, if it cannot get all of them. */
function topicKinds(topic: SubscriptionRow['topic']): string {
	const known = TOPICS.find(({ toolsName, region }) => toolsName === topic?.toolsName && region === topic.region);
	const kinds = known ? kindsOf(known) : [];
	if (known && kinds.length === 0)
		return ' This topic has announcements that the operators write. Of these filters, only the words apply to them.';
	if (kinds.length === 0 || kinds.length === TOPIC_KINDS.length) return '';
	return ` This topic has only: ${kinds.map((kind) => KINDS[kind].headline).join(', ')}.`;
}
