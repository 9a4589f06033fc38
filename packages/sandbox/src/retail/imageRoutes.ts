import type Router from '@koa/router';
import type { NikeShop } from './nikeShop.ts';
import { picture } from './picture.ts';

/** Products of other brands with images in the sandbox, in each image server's naming. */
export const SANDBOX_PICTURES = {
	asics: '1203A474-002',
	'new-balance': 'M990GL6',
	carhartt: '103828-BLK',
	timberland: 'TB010061',
	puma: '374915-01',
	crocs: '10001-001',
	adidas: 'EG4959',
} as const;

/** Number of views of every product. Clients also request views that do not exist. */
const VIEWS = 4;
/** The names of each server's first views, in the order in which clients request them. */
const KNOWN_VIEWS =
	/_(A|B|C|D)_PREM$|_(SR_RT|SR_LT|SB_TP|SB_BT)_GLB$|_nb_(02|03|04|05)_i$|BLK(|_AVB|_AVB2|_AVR)$|-(HERO|ALT1|ALT2|ALT3)$/;

interface ImageContext {
	status: number;
	body: unknown;
	type: string;
	query: Record<string, string | string[] | undefined>;
	set(name: string, value: string): void;
}

/** Image servers that respond like the real ones: Scene7 (Adobe's documentation) and Cloudinary. */
export function imageRoutes(router: Router, nike: NikeShop): void {
	router.get('/retail/images/is/image/:catalogue/:id', (ctx) => {
		const id = String(ctx.params['id']);
		const exists = KNOWN_VIEWS.test(id) && isKnown(id, nike);
		const req = String(ctx.query['req'] ?? '');
		if (req.startsWith('exists')) {
			ctx.type = 'text/javascript';
			ctx.body = `s7jsonResponse({"catalogRecord.exists":"${exists ? 1 : 0}"},"");`;
			return;
		}
		// For a missing image, the server returns the catalogue's placeholder with status 200.
		const transparent = ctx.query['fmt'] === 'png-alpha';
		const [padding = '0'] = String(ctx.query['extend'] ?? '0').split(',');
		const background = transparent ? null : String(ctx.query['bgc'] ?? 'ffffff');
		answer(
			ctx,
			picture(exists ? productOf(id) : 'missing', { background, padding: Number(padding), view: viewOf(id) }),
		);
	});

	router.get('/retail/images/image/upload/*step', (ctx) => {
		const path = String(ctx.params['step']);
		const [, style, color, view = ''] = /\/(\d{6})\/(\d{2})\/(\w+)\/fnd\//.exec(`/${path}`) ?? [];
		cloudinary(ctx, `${style}-${color}` === SANDBOX_PICTURES.puma && /^sv0[1-4]$/.test(view), path);
	});

	router.get('/retail/images/images/*step', (ctx) => {
		const path = String(ctx.params['step']);
		const [, crocs, view = ''] = /products\/(\w+_\w+)_(ALT\d+)\/crocs$/.exec(path) ?? [];
		const isCrocs = crocs === SANDBOX_PICTURES.crocs.replace('-', '_') && /^ALT1[0-4]0$/.test(view);
		cloudinary(ctx, isCrocs || path.includes(`_${SANDBOX_PICTURES.adidas}_0`), path);
	});

	router.get('/retail/nike/images/:sku.png', (ctx) => {
		const view = Number(ctx.query['view'] ?? 0);
		answer(ctx, picture(String(ctx.params['sku']).replace(/[^\w-]/g, ''), { background: 'f6f6f6', view }));
	});
}

/** Cloudinary: a missing image returns 404, with the reason in a header. */
function cloudinary(ctx: ImageContext, exists: boolean, path: string): void {
	if (!exists) {
		ctx.status = 404;
		ctx.set('x-cld-error', 'Resource not found');
		ctx.body = '';
		return;
	}
	const [, background] = /b_rgb:([\da-f]{6})/i.exec(path) ?? [];
	answer(ctx, picture(path.slice(-40), { background: background ?? null, view: VIEWS }));
}

function answer(ctx: ImageContext, png: Buffer): void {
	ctx.type = 'png';
	ctx.set('cache-control', 'public, max-age=86400');
	ctx.body = png;
}

/** An image's id without its view, so that all views of a product have the same color. */
function productOf(id: string): string {
	return id.split('_').slice(0, 2).join('-');
}

/** Whether an image's id belongs to one of the sandbox's products. */
function isKnown(id: string, nike: NikeShop): boolean {
	const [, style, color] = /^([A-Z0-9]+)_([A-Z0-9]+?)_/.exec(id) ?? [];
	if (style && color && nike.has(`${style}-${color}`)) return true;
	const plain = id.toUpperCase().replaceAll('_', '-');
	return Object.values(SANDBOX_PICTURES).some((sku) => plain.startsWith(sku));
}

/** Adjacent views show the shoe from different sides. */
function viewOf(id: string): number {
	return [...id].reduce((sum, char) => sum + char.charCodeAt(0), 0) % 2;
}
