import { Row } from './Row.ts';

/** A sign-in of the command line that waits for a decision in the browser (RFC 8628). */
export class DeviceSignin extends Row {
	static override tableName = 'device_signins';
	static override readonly booleans = ['allowed'];

	declare id: number;
	declare deviceHash: string;
	declare codeHash: string;
	/** The name of the token that it asks for. */
	declare name: string;
	declare createdAt: number;
	declare expiresAt: number;
	/** Who decided; null until then. */
	declare discordId: string | null;
	declare allowed: boolean | null;
}
