import { type BrandScreen, WEBHOOK_STATES, type WebhookState } from '@dropwire/contract';
import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { type Choice, sectionChoices, type Section } from './brands.ts';

const STATE_NAMES: Readonly<Record<WebhookState, string>> = {
	FAILING: 'Failing',
	OFF: 'Off',
	PAUSED: 'Paused',
	NEVER_USED: 'Never used',
};

/** The states that a list of webhooks can be limited to. */
export const STATE_CHOICES: readonly Choice[] = WEBHOOK_STATES.map((value) => ({ value, label: STATE_NAMES[value] }));

interface Chosen {
	state: WebhookState | null;
	/** The id of a section. */
	section: string | null;
}
type Limit = (part: 'state' | 'region', value: string) => void;

/** The state and the section that the list is limited to, kept in the address. */
export function useLimits(sections: readonly Section[]): [Chosen, Limit] {
	const [query, setQuery] = useSearchParams();
	const limit: Limit = (part, value) =>
		setQuery(
			(old) => {
				const next = new URLSearchParams(old);
				if (value) next.set(part, value);
				else next.delete(part);
				return next;
			},
			{ replace: true },
		);
	const state = WEBHOOK_STATES.find((one) => one === query.get('state')) ?? null;
	const section = sections.find(({ id }) => id === query.get('region'))?.id ?? null;
	return [{ state, section }, limit];
}

/** The fields that limit the list: by state, and by region or brand where the screen has several. */
export function Limits({ screen, state, section, limit }: Chosen & { screen: BrandScreen; limit: Limit }) {
	const regions = sectionChoices(screen);
	return (
		<>
			<NativeSelect
				aria-label="State"
				value={state ?? ''}
				data={[{ value: '', label: 'Any state' }, ...STATE_CHOICES]}
				onChange={(event) => limit('state', event.currentTarget.value)}
			/>
			{regions.length > 1 && (
				<NativeSelect
					aria-label="Section"
					value={section ?? ''}
					data={[{ value: '', label: screen.families.length > 1 ? 'All brands' : 'All regions' }, ...regions]}
					onChange={(event) => limit('region', event.currentTarget.value)}
				/>
			)}
		</>
	);
}
