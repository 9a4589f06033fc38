import { type BrandScreen, WEBHOOK_STATES, type WebhookState } from '@dropwire/contract';
import { FilterChoice } from '../ui/FilterChoice.tsx';
import { oneOf, useUrlFilter } from '../ui/useUrlFilter.ts';
import { type Choice, sectionChoices, type Section } from './brands.ts';

const STATE_NAMES: Readonly<Record<WebhookState, string>> = {
	FAILING: 'Failing',
	OFF: 'Off',
	PAUSED: 'Paused',
	NEVER_USED: 'Never used',
};

/** The states that a list of webhooks can be filtered by. */
export const STATE_CHOICES: readonly Choice[] = WEBHOOK_STATES.map((value) => ({ value, label: STATE_NAMES[value] }));

/** The state and the section that the list of a screen is filtered by, kept in the address. */
export function useStateFilter(sections: readonly Section[]) {
	return useUrlFilter({ state: oneOf(WEBHOOK_STATES), region: oneOf(sections.map(({ id }) => id)) });
}

interface Props {
	screen: BrandScreen;
	filter: ReturnType<typeof useStateFilter>[0];
	change: ReturnType<typeof useStateFilter>[1];
}

/** The fields that filter a list: by state, and by region or brand where the screen has several. */
export function StateFilter({ screen, filter, change }: Props) {
	const regions = sectionChoices(screen);
	return (
		<>
			<FilterChoice
				label="State"
				all="Any state"
				options={STATE_CHOICES}
				value={filter.state}
				change={(value) => change('state', value)}
			/>
			{regions.length > 1 && (
				<FilterChoice
					label="Section"
					all={screen.families.length > 1 ? 'All brands' : 'All regions'}
					options={regions}
					value={filter.region}
					change={(value) => change('region', value)}
				/>
			)}
		</>
	);
}
