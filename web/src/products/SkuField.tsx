import '../theme/overlays.ts';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { MAX_SKUS_TEXT } from '../ui/skusIn.ts';
import { SuggestedProduct } from './SuggestedProduct.tsx';
import { useSuggestions } from './useSuggestions.ts';
import { lastTyped } from './words.ts';

interface Props {
	text: string;
	setText(text: string): void;
	error: string | null;
	/** Called with the whole text after a suggestion was chosen. */
	choose(text: string): void;
}

/** The field for SKUs or words of a title. It suggests products while one types; the arrow keys and Enter choose one. */
export function SkuField({ text, setText, error, choose }: Props) {
	const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
	const { before, typed } = lastTyped(text);
	const suggestions = useSuggestions(combobox.dropdownOpened ? typed : '');
	const isOpen = combobox.dropdownOpened && suggestions.length > 0;
	return (
		<Combobox
			store={{ ...combobox, dropdownOpened: isOpen }}
			onOptionSubmit={(sku) => {
				combobox.closeDropdown();
				choose(before === '' ? sku : `${before.trimEnd()} ${sku}`);
			}}
		>
			<Combobox.Target withExpandedAttribute>
				<TextInput
					label="SKU or words of a title"
					required
					// oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the library adds aria-controls and aria-expanded
					role="combobox"
					aria-autocomplete="list"
					maxLength={MAX_SKUS_TEXT}
					placeholder="CK9246-101, or air jordan 3"
					error={error}
					value={text}
					onChange={(event) => {
						setText(event.currentTarget.value);
						combobox.openDropdown();
						combobox.resetSelectedOption();
					}}
					onBlur={() => combobox.closeDropdown()}
					onKeyDown={(event) => {
						// The form is submitted with what is typed.
						if (event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1) combobox.closeDropdown();
					}}
				/>
			</Combobox.Target>
			<Combobox.Dropdown hidden={!isOpen} className="sku-suggestions">
				<Combobox.Options aria-label="Suggestions">
					{suggestions.map((one) => (
						<Combobox.Option key={one.sku} value={one.sku}>
							<SuggestedProduct product={one} />
						</Combobox.Option>
					))}
				</Combobox.Options>
			</Combobox.Dropdown>
		</Combobox>
	);
}
