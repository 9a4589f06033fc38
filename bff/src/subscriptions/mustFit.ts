import { optionProblems, type SubscriptionOptions, type Topic } from '@dropwire/domain';
import { invalidInput } from '../http/errors.ts';

/** @throws CallError that names the options which a subscription to this topic cannot have */
export function mustFit(options: SubscriptionOptions, topic: Pick<Topic, 'category'> | null | undefined): void {
	const problems = Object.entries(optionProblems(options, topic ?? null));
	if (problems.length > 0) {
		throw invalidInput(Object.fromEntries(problems.map(([option, reason]) => [`options.${option}`, reason])));
	}
}
