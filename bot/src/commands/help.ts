import { reply } from '../look/reply.ts';
import type { Command } from './command.ts';
import { define } from './define.ts';

/** `/help`: every command in a line. */
export function helpOf(commands: readonly Command[]): Command {
	const data = define('help', 'Shows what the bot can do');
	return {
		data,
		run: async () => {
			const all = [...commands.map((command) => command.data), data];
			const lines = all.map(({ name, description, options = [] }) => {
				const given = options.map((option) => (option.required ? option.name : `[${option.name}]`)).join(' ');
				return `**/${name}**${given ? ` ${given}` : ''}\n${description}`;
			});
			return reply(
				'Dropwire',
				`Tells this server the moment a product changes.\n\n${lines.join('\n')}\n\nThe commands are for who manages the server; its settings, under Integrations, give them to other roles. Answers are seen by you alone.`,
			);
		},
	};
}
