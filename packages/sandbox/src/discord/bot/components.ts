import { type GuildState, rolePayloads } from '../guilds.ts';

/** Types of components (Discord's documentation, "Component Types"). */
const COMPONENT = { button: 2, text: 4, roles: 6 } as const;

/** A button or select menu. */
export interface Component {
	type: number;
	custom_id?: string;
	disabled?: boolean;
	options?: { value: string }[];
	min_values?: number;
	max_values?: number;
}

/** A form (Discord's documentation, "Modal"). */
export interface Modal {
	custom_id: string;
	title: string;
	components: { components: ModalInput[] }[];
}
interface ModalInput {
	custom_id: string;
	label: string;
	value?: string;
	required?: boolean;
	max_length?: number;
}

/** What the user's choice adds to an interaction. @throws Error if the menu does not have a value, or requires another number of them */
export function choose(
	{ type, options = [], min_values: min = 1, max_values: max = 1 }: Component,
	values: string[],
	guild: GuildState | null,
) {
	if (type === COMPONENT.button) return {};
	if (values.length < min || values.length > max) throw new Error(`Choose ${min} to ${max} values`);
	const roles = guild === null ? [] : rolePayloads(guild);
	const known = type === COMPONENT.roles ? roles.map(({ id }) => id) : options.map(({ value }) => value);
	const unknown = values.find((value) => !known.includes(value));
	if (unknown !== undefined) throw new Error(`The menu has no value ${unknown}`);
	if (type !== COMPONENT.roles) return { values };
	return {
		values,
		resolved: {
			roles: Object.fromEntries(roles.filter(({ id }) => values.includes(id)).map((role) => [role.id, role])),
		},
	};
}

/** The fields of a form that the user submits. @throws Error if a field does not exist, or its value is missing or too long */
export function filledIn(modal: Modal, values: Record<string, string>) {
	const inputs = modal.components.flatMap((row) => row.components);
	for (const name of Object.keys(values)) {
		if (!inputs.some((input) => input.custom_id === name)) throw new Error(`The form has no field ${name}`);
	}
	return inputs.map(({ custom_id: id, label, value: shown = '', required = true, max_length: max }) => {
		const value = values[id] ?? shown;
		if (required && value === '') throw new Error(`${label} is required`);
		if (value.length > (max ?? 4000)) throw new Error(`${label} is too long`);
		return { type: 1, components: [{ type: COMPONENT.text, custom_id: id, value }] };
	});
}
