<?php

declare(strict_types=1);

use App\Providers\AppServiceProvider;
use App\Providers\OrmServiceProvider;
use Illuminate\Support\ServiceProvider;

return [
    'name' => 'Tasks',
    'env' => env('APP_ENV', 'production'),
    'debug' => (bool) env('APP_DEBUG', false),
    'key' => env('APP_KEY'),
    'cipher' => 'AES-256-CBC',
    'timezone' => 'UTC',
    'locale' => 'en',
    'fallback_locale' => 'en',
    'providers' => ServiceProvider::defaultProviders()->merge([
        AppServiceProvider::class,
        OrmServiceProvider::class,
    ])->toArray(),
];
