import { ApiError } from '@dropwire/contract';
import type { BotContext } from '../context.ts';
import type { Button } from '../ui/reply.ts';
import type { Command } from './command.ts';

/** The button of Discord's store for a premium command that was refused; none if the store sells no premium. */
export async function premiumOffer(
	{ server, log }: Pick<BotContext, 'server' | 'log'>,
	command: Pick<Command, 'isPremium'> | undefined,
	error: unknown,
): Promise<readonly Button[]> {
	if (!command?.isPremium || !(error instanceof ApiError) || error.status !== 403) return [];
	try {
		const { plans } = await server.as(null).site();
		const sold = plans.find(({ rights, discordSku }) => rights?.includes('premium') && discordSku !== undefined);
		return sold?.discordSku === undefined ? [] : [{ skuId: sold.discordSku }];
	} catch (failure) {
		log.warn({ err: failure }, 'the plans could not be read');
		return [];
	}
}
