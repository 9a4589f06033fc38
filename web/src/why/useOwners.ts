import type { CallInput, Contract } from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';
import { useUser } from '../ui/Guard.tsx';

/** Whose message is asked about: a watch, the subscriptions of a server, or those of the operators without either. */
export type Owner = Pick<CallInput<Contract['why']>, 'guildId' | 'watchId'>;

export interface NamedOwner {
	name: string;
	owner: Owner;
}

/** For whom the user can ask about a product: their own watch, the operators as one of them, and their servers. */
export function useOwners(product: { brand: string; sku: string } | null): NamedOwner[] {
	const { hasAccess, roles } = useUser();
	const watch = useCall('watches', product).data?.data[0];
	const servers = useCall('guildList', hasAccess ? {} : null).data?.data.data ?? [];
	return [
		...(watch ? [{ name: 'Your watch', owner: { watchId: watch.id } }] : []),
		...(roles.includes('admin') ? [{ name: 'The operators’ subscriptions', owner: {} }] : []),
		...servers.map(({ guildId, guildName }) => ({ name: guildName, owner: { guildId } })),
	];
}
