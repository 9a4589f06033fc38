import { optionProblems, type SubscriptionOptions, type TopicKind } from '@dropwire/domain';
import { invalidInput } from '../http/errors.ts';

/**
 * @param saved the kinds that the subscription has
 * @throws CallError that names the options which a subscription to this topic cannot have
 */
export function mustFit(
	options: SubscriptionOptions,
	topic: Parameters<typeof optionProblems>[1] | undefined,
	saved?: readonly TopicKind[],
): void {
	const problems = Object.entries(optionProblems(options, topic ?? null, saved));
	if (problems.length > 0) {
		throw invalidInput(Object.fromEntries(problems.map(([option, reason]) => [`options.${option}`, reason])));
	}
}
