import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { SettingsError } from '@dropwire/domain/settings';

/** The address from which a process reaches Discord, whose limits count per address. */
export interface Egress {
	/** Processes with the same name share Discord's limits. */
	name: string;
	/** The local address that requests to Discord are sent from; null if the operating system chooses it. */
	address: string | null;
}

/** Processes of one host share an address unless the settings say otherwise. */
export const HOST_EGRESS: Egress = { name: hostname(), address: null };

/** @throws SettingsError when this machine does not have the address EGRESS_ADDRESS */
export async function egressOf(settings: {
	EGRESS_NAME?: string | undefined;
	EGRESS_ADDRESS?: string | undefined;
}): Promise<Egress> {
	const { EGRESS_ADDRESS: address = null, EGRESS_NAME: name } = settings;
	if (address !== null) await mustBeLocal(address);
	// Private addresses repeat on other machines, so the host's name is part of it.
	return { name: name ?? (address === null ? hostname() : `${hostname()} ${address}`), address };
}

/** Binds the address, because not every usable address is listed with the machine's interfaces. */
function mustBeLocal(address: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', ({ message }) =>
			reject(
				new SettingsError(
					`Invalid configuration: EGRESS_ADDRESS ${address} is not an address of this machine (${message})`,
				),
			),
		);
		probe.listen(0, address, () => probe.close(() => resolve()));
	});
}
