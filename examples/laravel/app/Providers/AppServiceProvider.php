<?php

declare(strict_types=1);

namespace App\Providers;

use App\Console\Commands\SortTasks;
use Illuminate\Support\ServiceProvider;

final class AppServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        $this->loadRoutesFrom($this->app->basePath('routes/api.php'));
        $this->commands([SortTasks::class]);
    }
}
