<?php

declare(strict_types=1);

use App\Http\Controllers\TaskController;
use Illuminate\Support\Facades\Route;

Route::get('/projects/{id}/tasks', [TaskController::class, 'list'])->whereNumber('id');
Route::post('/projects/{id}/tasks', [TaskController::class, 'add'])->whereNumber('id');
Route::put('/tasks/{id}/rank', [TaskController::class, 'move'])->whereNumber('id');
