import { COMMANDS_BY_LANGUAGE } from '../texts/index.ts';
import type { CommandName } from '../texts/types.ts';
import { reply } from '../ui/reply.ts';
import type { Command } from '../interactions/command.ts';
import { define } from '../interactions/define.ts';

/** `/help`: one entry per command. */
export function helpOf(commands: readonly Command[]): Command {
	const data = define('help');
	return {
		data,
		run: async ({ t }) => {
			const all = [...commands.map((command) => command.data), data];
			const entries = all.map(({ name, options = [] }) => {
				const texts = COMMANDS_BY_LANGUAGE[t.language][name as CommandName];
				const names: Readonly<Record<string, { name: string }>> = 'options' in texts ? texts.options : {};
				const usage = options.map((option) => {
					const shown = names[option.name]?.name ?? option.name;
					return option.required ? shown : `[${shown}]`;
				});
				return `${[t.command(name as CommandName), ...usage].join(' ')}\n${texts.description}`;
			});
			const access = t('help.access', { manage: t('permission.ManageGuild') });
			return reply('Dropwire', [t('help.intro'), ...entries, access].join('\n\n'));
		},
	};
}
