import { fillPostName, type GuildRole, OPTION_LIMITS } from '@dropwire/contract';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { Target } from './draft.ts';
import type { FieldsProps } from './problems.ts';
import { RoleField } from './RoleField.tsx';

const TARGETS: readonly { value: Target; label: string }[] = [
	{ value: 'channel', label: 'The webhook’s channel' },
	{ value: 'thread', label: 'An existing thread' },
	{ value: 'forum', label: 'A forum, one post per product' },
];

/** The product of the preview. */
const EXAMPLE = { title: 'Air Jordan 1 Retro High OG', sku: 'DZ5485-612', brand: 'Nike' };
/** The length of a Discord id. */
const ID_LENGTH = 20;

/** Whom a message mentions, where it goes, whether it has a button, and who seems to send it. */
export function MessageFields({ draft, set, problems, roles }: FieldsProps & { roles: readonly GuildRole[] }) {
	return (
		<fieldset>
			<legend>The message</legend>
			<RoleField
				roles={roles}
				value={draft.mentions}
				change={(mentions) => set({ mentions })}
				error={problems['mentions']}
			/>
			<NativeSelect
				label="Send to"
				description="A thread and a forum must belong to the webhook’s channel."
				data={[...TARGETS]}
				value={draft.target}
				onChange={(event) => set({ target: event.currentTarget.value as Target })}
				error={draft.target === 'channel' && problems['thread']}
			/>
			{draft.target === 'thread' && (
				<TextInput
					label="Thread id"
					description="With Developer Mode on, right-click the thread in Discord and choose Copy Thread ID."
					inputMode="numeric"
					maxLength={ID_LENGTH}
					value={draft.threadId}
					onChange={(event) => set({ threadId: event.currentTarget.value })}
					error={problems['thread']}
				/>
			)}
			{draft.target === 'forum' && (
				<TextInput
					label="Post title"
					description={`{title}, {sku} and {brand} are replaced. Example: ${fillPostName(draft.postName, EXAMPLE)}`}
					maxLength={OPTION_LIMITS.threadName}
					value={draft.postName}
					onChange={(event) => set({ postName: event.currentTarget.value })}
					error={problems['thread']}
				/>
			)}
			<Checkbox
				label="Watch button"
				description="Readers watch the product for themselves. Only messages of webhooks that the bot created can have it."
				checked={draft.watchButton}
				onChange={(event) => set({ watchButton: event.currentTarget.checked })}
			/>
			<TextInput
				label="Sender name"
				description="The name that messages are sent under."
				placeholder="Dropwire"
				maxLength={OPTION_LIMITS.name}
				value={draft.name}
				onChange={(event) => set({ name: event.currentTarget.value })}
				error={problems['name']}
			/>
			<TextInput
				label="Sender picture"
				description="The https:// address of a square picture. Without one, Discord shows the webhook’s picture."
				type="url"
				placeholder="https://…"
				value={draft.avatar}
				onChange={(event) => set({ avatar: event.currentTarget.value })}
				error={problems['avatar']}
			/>
		</fieldset>
	);
}
