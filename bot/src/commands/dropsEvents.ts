import { EVENT_PERMISSIONS } from '@dropwire/contract';
import { ApplicationCommandOptionType } from 'discord.js';
import type { Command } from '../interactions/command.ts';
import { choicesOf, define } from '../interactions/define.ts';
import { regionOf, suggested, suggestRegion } from '../interactions/options.ts';
import { dropEventsText } from '../ui/dropEventsText.ts';
import { reply } from '../ui/reply.ts';
import { UserError } from '../userError.ts';

const choices = choicesOf('drops-events', ['on', 'off']);

/** `/drops-events [state] [region]`: whether the bot keeps Discord's scheduled events of this server in step with releases. */
export const dropsEvents: Command = {
	data: define('drops-events', [
		{ type: ApplicationCommandOptionType.String, name: 'state', choices },
		suggested('region', false),
	]),
	suggest: { region: suggestRegion },

	async run({ server: access, t }, { guildId, guild, user, options }) {
		const server = access.as(user.id);
		const region = options.getString('region');
		// A region alone switches them on.
		const state = options.getString('state') ?? (region === null ? null : 'on');
		if (state === null) {
			const { data } = await server.guildSettings({ guildId });
			return reply(t('events.title'), dropEventsText(t, data.dropEvents));
		}
		const on = state === 'on';
		// The server reads the permissions from a cache: those of the gateway are newer.
		if (on && !guild.members.me?.permissions.has(EVENT_PERMISSIONS['Create Events'])) {
			throw new UserError((own) =>
				own('events.lacks', { events: own('permission.CreateEvents'), on: own('status.on') }),
			);
		}
		const { data } = await server.dropEventsSet({ guildId, on, region: region === null ? null : regionOf(region) });
		return reply(t('events.title'), dropEventsText(t, data));
	},
};
