import '../theme/pickers.ts';
import {
	EVENT_KINDS,
	KINDS,
	kindsOf,
	OPTION_LIMITS,
	OTHER_STATES,
	STATE_NAMES,
	type SubscriptionRow,
	TOPICS,
} from '@dropwire/contract';
import { Checkbox, NumberInput, TagsInput } from '@mantine/core';
import { AmountField } from './AmountField.tsx';
import type { FieldsProps } from './problems.ts';

/** The tags of Mantine's field share one separator. Phrases can contain spaces. */
const SEPARATORS = [',', ';', '\n'];

/** Which events a subscription gets. */
export function FilterFields({ draft, set, problems, topic }: FieldsProps & Pick<SubscriptionRow, 'topic'>) {
	return (
		<fieldset>
			<legend>Which events</legend>
			<Checkbox.Group
				label="Kinds"
				description={`Only events of these kinds are sent.${topicKinds(topic)}`}
				value={[...draft.kinds]}
				onChange={(kinds) => set({ kinds })}
				error={problems['kinds']}
			>
				<div className="kinds" data-invalid={problems['kinds'] && true}>
					{EVENT_KINDS.map((kind) => (
						<Checkbox key={kind} value={kind} label={KINDS[kind].headline} size="xs" />
					))}
				</div>
			</Checkbox.Group>
			<Tags
				label="Required words"
				description="At least one of them must be in the title, SKU or color. A * at the end finds longer words: jordan*"
				of="word"
				max={OPTION_LIMITS.terms}
				longest={OPTION_LIMITS.term}
				value={draft.include}
				change={(include) => set({ include })}
				error={problems['include']}
			/>
			<Tags
				label="Excluded words"
				description="An event with one of these words in the title, SKU or color is not sent."
				of="word"
				max={OPTION_LIMITS.terms}
				longest={OPTION_LIMITS.term}
				value={draft.exclude}
				change={(exclude) => set({ exclude })}
				error={problems['exclude']}
			/>
			<Tags
				label="Sizes"
				description="Only events in which one of these sizes is available, came back or changed. Whole labels: 9, 10.5, M"
				of="size"
				max={OPTION_LIMITS.sizes}
				longest={OPTION_LIMITS.size}
				value={draft.sizes}
				change={(sizes) => set({ sizes })}
				error={problems['sizes']}
			/>
			<Checkbox.Group
				label="Also counts as available"
				description="A product or size that can be had in one of these ways counts as restocked."
				value={[...draft.states]}
				onChange={(states) => set({ states })}
				error={problems['states']}
			>
				<div className="kinds" data-invalid={problems['states'] && true}>
					{OTHER_STATES.map((state) => (
						<Checkbox key={state} value={state} label={STATE_NAMES[state]} size="xs" />
					))}
				</div>
			</Checkbox.Group>
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
					description="A product without a price is not sent."
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
		return ' This topic gets announcements, which the operators write: of these filters, only the words apply.';
	if (kinds.length === 0 || kinds.length === EVENT_KINDS.length) return '';
	return ` This topic gets no other events than: ${kinds.map((kind) => KINDS[kind].headline).join(', ')}.`;
}

interface TagsProps {
	label: string;
	description: string;
	/** What one entry is. */
	of: string;
	/** The largest number of entries. */
	max: number;
	/** The largest length of an entry. */
	longest: number;
	value: readonly string[];
	/** Entries to choose from; others can be typed. */
	choices?: readonly string[];
	change(value: string[]): void;
	error: string | undefined;
}

/** A list of short texts. Enter, a comma or leaving the field adds one; Backspace removes the last. */
export function Tags({ label, description, of, max, longest, value, choices = [], change, error }: TagsProps) {
	return (
		<TagsInput
			label={label}
			description={description}
			placeholder={value.length === 0 ? `Type a ${of} and press Enter` : ''}
			value={[...value]}
			data={[...choices]}
			onChange={change}
			maxTags={max}
			maxLength={longest}
			splitChars={SEPARATORS}
			error={error}
			// The open list of choices would hide an error below the field.
			{...(choices.length > 0 && { inputWrapperOrder: ['label', 'description', 'error', 'input'] })}
		/>
	);
}
