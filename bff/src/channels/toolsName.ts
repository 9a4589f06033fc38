import { type Region, toolsNames } from '@dropwire/domain';
import { invalidInput } from '../http/errors.ts';

/** @throws CallError 400 unless a channel of this name can be added in the region */
export function mustBeToolsName(region: Region, toolsName: string): void {
	if (!toolsNames(region).includes(toolsName)) throw invalidInput({ toolsName: `must be a name that ${region} has` });
}
