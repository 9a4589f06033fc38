import '../theme/overlays.ts';
import type { DiscordChannel } from '@dropwire/contract';
import { Select } from '@mantine/core';
import { hasText, inCategories, nameOf } from './channelNames.ts';

interface Props {
	label: string;
	/** Whether the label is read by screen readers only, because other text names the field. */
	hideLabel?: boolean;
	channels: readonly DiscordChannel[];
	/** The chosen channel; '' for none. */
	value: string;
	choose(channelId: string): void;
	/** What is shown while no channel is chosen. */
	placeholder?: string;
	/** Whether the field has a button that empties it. */
	clearable?: boolean;
	/** Whether a dialog puts the focus here when it opens. */
	autofocus?: boolean;
}

/**
 * Chooses a Discord channel: by typing a part of its name, with or without `#`, or from the list, which has Discord's
 * categories and order.
 */
export function ChannelSelect({
	label,
	hideLabel = false,
	channels,
	value,
	choose,
	placeholder = 'Choose a Discord channel',
	clearable = false,
	autofocus = false,
}: Props) {
	return (
		<Select
			{...(hideLabel ? { 'aria-label': label } : { label })}
			{...(autofocus && { 'data-autofocus': true })}
			w="100%"
			maw={320}
			searchable
			allowDeselect={false}
			clearable={clearable}
			clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
			openOnFocus={false}
			// Enter takes the first match, also of a text that was typed before the channels were there.
			selectFirstOptionOnChange={channels.length > 0}
			selectFirstOptionOnDropdownOpen={value === ''}
			placeholder={placeholder}
			nothingFoundMessage="No channel has this name."
			maxDropdownHeight={320}
			value={value || null}
			data={optionsOf(channels)}
			filter={({ options, search }) =>
				options
					.map((option) =>
						'group' in option
							? { ...option, items: option.items.filter((item) => hasText(item.label, search)) }
							: option,
					)
					.filter((option) => ('group' in option ? option.items.length > 0 : hasText(option.label, search)))
			}
			onChange={(id) => choose(id ?? '')}
			onFocus={(event) => event.currentTarget.select()}
			comboboxProps={{ zIndex: 400 }}
		/>
	);
}

/** The options, in groups if the server has categories. */
function optionsOf(channels: readonly DiscordChannel[]) {
	const groups = inCategories(channels).map(({ category, channels: own }) => ({
		group: category ?? 'Without a category',
		items: own.map((channel) => ({ value: channel.id, label: nameOf(channel) })),
	}));
	return channels.some(({ category }) => category !== null) ? groups : groups.flatMap(({ items }) => items);
}
