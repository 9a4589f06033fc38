import { readSettings } from '@dropwire/domain/settings';
import { expect, test } from 'vitest';
import { deprecationNotice, retailSettings, withShopUrls } from './settings.ts';

const read = (env: NodeJS.ProcessEnv) => readSettings(retailSettings, withShopUrls(env));
const SHOP_URLS = {
	NIKE_API: 'https://api.nike.com',
	NIKE_SITE: 'https://www.nike.com',
	NIKE_REFURBISHED_PATH: '/w?q=refurbished',
	ADIDAS: 'https://www.adidas.com',
	ASICS: 'https://www.asics.com',
	FNL: 'https://www.finishline.com',
	HP: 'https://www.hp.com',
	JD: 'https://www.jdsports.com',
	NEWBALANCE: 'https://www.newbalance.com',
	NIKE_IMAGE: 'https://secure-images.nike.com',
};

test('the defaults are the real shops, and their budgets', () => {
	expect(read({})).toMatchObject({
		SHOP_URLS,
		NIKE_CALLS_PER_MINUTE: 300,
		SHOP_CALLS_PER_MINUTE: 60,
		PRIVATE_SHOPS: [],
		PROXY_URLS: [],
	});
});

test('SHOP_URLS replaces the addresses that it names', () => {
	const given = { ADIDAS: 'http://shop.example/', NIKE_IMAGE: 'http://pictures.example', NIKE_REFURBISHED_PATH: '/w' };
	expect(read({ SHOP_URLS: JSON.stringify(given) }).SHOP_URLS).toMatchObject({
		...SHOP_URLS,
		...given,
		ADIDAS: 'http://shop.example',
	});
});

test.each([
	['x', 'must be a JSON object such as {"ADIDAS": "https://www.adidas.com"}'],
	['[]', 'must be a JSON object such as {"ADIDAS": "https://www.adidas.com"}'],
	['{"ADIDAS":"ftp://x"}', 'must have an http or https URL for ADIDAS, and "ftp://x" is not'],
	['{"HP":5}', 'must have an http or https URL for HP, and 5 is not'],
	['{"NIKE_REFURBISHED_PATH":"w"}', 'must have a path that begins with / for NIKE_REFURBISHED_PATH, and "w" is not'],
	[
		'{"ADIDASS":"http://x"}',
		'must have only known names, and "ADIDASS" ("http://x") is not. Names: ADIDAS, ASICS, FNL, ',
	],
])('SHOP_URLS=%s is invalid', (text, problem) => {
	expect(() => read({ SHOP_URLS: text })).toThrow(`Invalid configuration: SHOP_URLS ${problem}`);
});

test('deprecated settings count unless SHOP_URLS has the name', () => {
	const env = { ADIDAS_URL: 'http://old.example', NIKE_IMAGE_URL_2: 'http://2.example', NIKE_REFURBISHED_PATH: '/old' };
	const SHOP_URLS = JSON.stringify({ ADIDAS: 'http://new.example' });
	expect(read({ ...env, SHOP_URLS }).SHOP_URLS).toMatchObject({
		ADIDAS: 'http://new.example',
		NIKE_IMAGE_2: 'http://2.example',
		NIKE_REFURBISHED_PATH: '/old',
	});
	expect(deprecationNotice(env)).toBe(
		'Set SHOP_URLS instead of the deprecated ADIDAS_URL, NIKE_REFURBISHED_PATH, NIKE_IMAGE_URL_2',
	);
	expect(deprecationNotice({ SHOP_URLS })).toBeNull();
});
